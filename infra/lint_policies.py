"""Asks parliament about policies: a JSON list of {"where", "type", "policy"}. Prints their number, then a line a finding."""

import json
import sys

from parliament import analyze_policy_string, enhance_finding


def is_waived(finding, resource_type):
    if finding.severity == "INFO":
        return True
    # In the policy of a key, every resource is the key itself.
    if finding.issue == "RESOURCE_STAR" and resource_type in ("AWS::KMS::Key", "AWS::KMS::ReplicaKey"):
        return True
    # The service's reference names no resource for it, and its developer guide the streams of a table:
    # https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/iam-policy-example-lamda-process-dynamodb-streams.html
    return finding.issue == "RESOURCE_MISMATCH" and [each["action"] for each in finding.detail] == ["dynamodb:ListStreams"]


with open(sys.argv[1], encoding="utf-8") as file:
    policies = json.load(file)
print(len(policies))
for entry in policies:
    for finding in analyze_policy_string(json.dumps(entry["policy"])).findings:
        finding = enhance_finding(finding)
        if not is_waived(finding, entry["type"]):
            print(f"{entry['where']}: {finding.severity} {finding.issue} {finding.detail or finding.location}".replace("\n", " "))
