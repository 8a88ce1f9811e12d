"""Reads the same JSON as main.go, and checks it with aics-tlog, a verifier of C2SP's logs in Python."""

import json
import sys
from base64 import b64decode

from aics_tlog import (
    MemoryTileReader,
    audit_tiles,
    consistency_proof_from_tiles,
    inclusion_proof_from_tiles,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    verify_checkpoint,
    verify_consistency,
    verify_leaf_inclusion,
)

asked = json.load(sys.stdin)


def opened(text):
    note = parse_note(text)
    verified = verify_checkpoint(
        note, parse_vkey(asked["key"]), [parse_vkey(asked["witness"])], 1, expected_origin=asked["origin"]
    )
    assert verified.ok, verified.error
    assert list(verified.timestamps.values()) == [asked["time"]], verified.timestamps
    return parse_checkpoint(note.text)


older, newer = opened(asked["older"]), opened(asked["newer"])
tiles = MemoryTileReader({path: b64decode(tile) for path, tile in asked["tiles"].items()})
print(audit_tiles(tiles, newer.size, newer.root), file=sys.stderr)
for index, path in enumerate(asked["paths"]):
    hashes = [b64decode(each) for each in path]
    entry = b64decode(asked["entries"][index])
    assert verify_leaf_inclusion(entry, index, newer.size, hashes, newer.root), f"entry {index}"
    assert inclusion_proof_from_tiles(tiles, index, newer.size) == hashes, f"path {index}"
proof = [b64decode(each) for each in asked["consistency"]]
assert verify_consistency(older.size, newer.size, older.root, newer.root, proof), "consistency"
assert consistency_proof_from_tiles(tiles, older.size, newer.size) == proof, "proof of consistency"
print("ok")
