"""Talks to a simulated device with librouteros: python librouteros_check.py HOST PORT. Prints one line per step."""

import sys

import librouteros
from librouteros.exceptions import TrapError
from librouteros.query import Key

host, port = sys.argv[1], int(sys.argv[2])
api = librouteros.connect(host=host, port=port, username="admin", password="", encoding="utf-8")

print("identity", *(row["name"] for row in api.path("/system/identity")))

addresses = api.path("/ip/address")
made = addresses.add(address="192.0.2.1/24", interface="ether2", comment="caf\u00e9")
print("added", made)
sys.stdout.reconfigure(encoding="utf-8")
print("rows", *(f"{row['address']} {row['interface']} {row['comment']}" for row in addresses))

name = Key("name")
wanted = api.path("/interface/ethernet").select(name).where(name.In("ether1", "ether3"))
print("query", *(row["name"] for row in wanted))

try:
    addresses.add(address="192.0.2.1/24", interface="ether2")
except TrapError as error:
    print("trap", error.message)

addresses.remove(made)
print("left", len(tuple(addresses)))
api.close()
