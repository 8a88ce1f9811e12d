import type { BusEvent } from '../bus/events/journal.js';

const TYPE_WIDTH = 28;
const DATA_WIDTH = 160;

export function describeEvent(event: BusEvent): string {
  const detail = event.detail as Record<string, unknown>;
  const time = text(detail['time']) ?? event.time;
  const subject = `${text(detail['subject']) ?? event.source} #${Number(detail['sequence'] ?? 0)}`;
  const actor = text(detail['actor']);
  return [
    time.slice(11).replace('Z', ''),
    event['detail-type'].padEnd(TYPE_WIDTH),
    subject,
    `in ${text(detail['accountid']) ?? event.account}`,
    ...(actor ? [`by ${actor}`] : []),
    shortened(JSON.stringify(detail['data'] ?? detail)),
  ].join('  ');
}

function shortened(json: string): string {
  return json.length > DATA_WIDTH ? `${json.slice(0, DATA_WIDTH - 1)}…` : json;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
