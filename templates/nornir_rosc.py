"""Nornir: one device of a fleet as a task, for inventories whose hosts are named SITE/DEVICE.

    from nornir_rosc import rosc_apply
    result = nornir.run(task=rosc_apply, fleet="fleet.yaml", state="/var/lib/rosc")

A dry run (`nornir.data.dry_run`, or dry_run=True) plans in place of changing. Passwords come from the inventory.
"""

import json
import os
import subprocess

from nornir.core.task import Result, Task


def rosc_apply(task: Task, fleet: str, state: str, program: str = "rosc", dry_run: bool | None = None) -> Result:
    """Changes the host's device to what its site says. Raises RuntimeError with rosc's own reason where it is not so then."""
    dry = task.is_dry_run(dry_run)
    options = ["plan"] if dry else ["apply", "--yes"]
    words = [program, options[0], fleet, "--device", task.host.name, "--json", *options[1:]]
    environment = {**os.environ, "ROSC_STATE": state}
    if task.host.password is not None:
        environment["ROSC_PASSWORD"] = task.host.password
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError as error:
        raise RuntimeError(ran.stderr.strip() or f"rosc ended with status {ran.returncode}") from error
    device = next((each for each in report["devices"] if each["name"] == task.host.name), {})
    if ran.returncode != 0:
        raise RuntimeError(device.get("reason") or ran.stderr.strip())
    return Result(host=task.host, result=device, changed=device.get("state") in ("changed", "confirmed"))
