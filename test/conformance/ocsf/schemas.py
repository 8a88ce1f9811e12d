"""Writes the JSON Schemas of some classes of a version of OCSF, with their names and activities: schemas.py VERSION UID..."""

import json
import sys

from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema

version, *uids = sys.argv[1:]
source = get_ocsf_schema(version=version)
ocsf = OcsfJsonSchemaEmbedded(source)


def described(uid: str) -> dict:
    name = ocsf.lookup_class_name_from_uid(int(uid))
    known = source["classes"][name]
    activities = known["attributes"]["activity_id"]["enum"]
    return {
        "caption": known["caption"],
        "activities": {number: each["caption"] for number, each in activities.items()},
        "schema": ocsf.get_class_schema(name),
    }


json.dump({uid: described(uid) for uid in uids}, sys.stdout)
