import { randomBytes } from 'node:crypto';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const NOT_SAMPLED = '00';

/**
 * This request's own span: in the trace its client began, or in a new one, which nobody samples
 * (https://www.w3.org/TR/trace-context/#traceparent-header). A header that is not valid is as none.
 */
export function spanOf(header: string | string[] | undefined): string {
  const [, given, sampled] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  const trace = given ?? randomBytes(TRACE_BYTES).toString('hex');
  return `00-${trace}-${randomBytes(SPAN_BYTES).toString('hex')}-${sampled ?? NOT_SAMPLED}`;
}
