"""Uploads the pages as a deployment does, to the service at AWS_ENDPOINT_URL: publishes the asset, then has the CDK's own handler, with its
own `aws` of its layer, answer each event. Standard input: { asset, bucket, key, pages, handler, layer, events }."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

import boto3

given = json.load(sys.stdin)
work = tempfile.mkdtemp()
try:
    s3 = boto3.client("s3")
    for bucket in (given["bucket"], given["pages"]):
        s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": os.environ["AWS_REGION"]})
    s3.upload_file(shutil.make_archive(f"{work}/asset", "zip", given["asset"]), given["bucket"], given["key"])
    zipfile.ZipFile(given["layer"]).extractall(f"{work}/layer")
    sys.path.insert(0, given["handler"])
    import index

    def aws_command(*args):
        subprocess.check_call([sys.executable, f"{work}/layer/awscli/aws", *args], stdout=subprocess.DEVNULL)

    class Context:
        log_stream_name = "the check's"

    # On Lambda the layer is at /opt.
    index.aws_command = aws_command
    for event in given["events"]:
        index.handler(event, Context())
finally:
    shutil.rmtree(work)
