/** The part of the SDK's protocol that reads an answer. */
interface Protocol {
  deserializeResponse(operation: { name: string }, context: unknown, response: Response): Promise<object>;
}

interface Response {
  statusCode: number;
  body: unknown;
}

interface RawRecord {
  dynamodb?: { ApproximateCreationDateTime?: number | Date };
}

/** Bytes are base64 in JSON. An image may contain some, or text that looks like it: both are left to the SDK. */
const MAY_HOLD_BYTES = /"BS?"\s*:/;

/** Their JSON differs only in times and bytes from what the SDK makes of it by walking over each attribute of each image. */
export function takeRecordsAsTheyAre(protocol: Protocol): void {
  const bySdk = protocol.deserializeResponse.bind(protocol);
  protocol.deserializeResponse = async (operation, context, response) => {
    const { body, statusCode } = response;
    if (operation.name !== 'GetRecords' || statusCode >= 300 || !(body instanceof Uint8Array))
      return bySdk(operation, context, response);
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
    if (text === '' || MAY_HOLD_BYTES.test(text)) return bySdk(operation, context, response);
    const answer = JSON.parse(text) as { Records?: RawRecord[] };
    for (const { dynamodb } of answer.Records ?? [])
      if (typeof dynamodb?.ApproximateCreationDateTime === 'number')
        dynamodb.ApproximateCreationDateTime = new Date(dynamodb.ApproximateCreationDateTime * 1000);
    return { $metadata: {}, ...answer };
  };
}
