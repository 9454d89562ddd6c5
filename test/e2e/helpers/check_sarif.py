# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_sarif.py FILE: each object of the SARIF file has the members that SARIF
2.1.0 asks for and no others, as Debian's python3-sarif-python-om has them, whose
classes were made from the schema. (No package of Debian's has the schema.)"""
import json
import sys

import attr
import sarif_om

# What the members of the classes hold; others hold text, numbers or flags.
MEMBERS = {
    ("SarifLog", "runs"): "Run",
    ("Run", "tool"): "Tool",
    ("Run", "results"): "Result",
    ("Run", "originalUriBaseIds"): "{ArtifactLocation}",
    ("Tool", "driver"): "ToolComponent",
    ("ToolComponent", "rules"): "ReportingDescriptor",
    ("ReportingDescriptor", "shortDescription"): "MultiformatMessageString",
    ("ReportingDescriptor", "properties"): None,
    ("Result", "message"): "Message",
    ("Result", "locations"): "Location",
    ("Result", "partialFingerprints"): None,
    ("Location", "physicalLocation"): "PhysicalLocation",
    ("PhysicalLocation", "artifactLocation"): "ArtifactLocation",
    ("PhysicalLocation", "region"): "Region",
    ("ArtifactLocation", "description"): "Message",
}


def check(json_object, name):
    """The object is one of the class of this name."""
    fields = attr.fields(getattr(sarif_om, name))
    known = {field.metadata["schema_property_name"]: field for field in fields}
    for member, value in json_object.items():
        assert member in known, (name, member)
        kind = MEMBERS.get((name, member), "")
        if kind is None:  # names of our own, with text
            continue
        if kind == "":
            assert not isinstance(value, dict), (name, member)
        elif kind.startswith("{"):
            for each in value.values():
                check(each, kind.strip("{}"))
        else:
            for each in value if isinstance(value, list) else [value]:
                check(each, kind)
    for member, field in known.items():
        assert field.default is not attr.NOTHING or member in json_object, (
            name, member)


with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
check(log, "SarifLog")
assert log["version"] == "2.1.0"
