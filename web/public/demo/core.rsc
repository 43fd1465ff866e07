# What somebody changed on the core since it was configured: `rosc plan` shows how to undo it.
/interface/bridge/port set [ find interface=ether12 ] hw=no
/ip/route remove [ find dst-address="10.64.0.0/12" ]
/ip/firewall/mangle add chain=forward action=mark-packet new-packet-mark=test comment="left from a test"
