"""Writes the rings of a one-disk Swift: python3 rings.py FOLDER ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT"""

import sys

from swift.common.ring import RingBuilder

folder, *ports = sys.argv[1:]
for name, port in zip(("account", "container", "object"), ports):
    builder = RingBuilder(3, 1, 1)
    builder.add_dev(
        {
            "region": 1,
            "zone": 1,
            "ip": "127.0.0.1",
            "port": int(port),
            "device": "d1",
            "weight": 1,
        }
    )
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")
