/** As DynamoDB counts the value of an attribute. Source: "DynamoDB item sizes and formats". */
export function storedBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const named = (name: string) => (Array.isArray(value) ? 0 : Buffer.byteLength(name));
  return Object.entries(value).reduce((sum, [name, each]) => sum + 1 + named(name) + storedBytesOf(each), 3);
}
