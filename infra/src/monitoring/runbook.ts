export const RUNBOOK_PAGES = [
  'stream-fell-behind',
  'log-stopped',
  'poison-record',
  'untaken-events',
  'throttled-table',
  'hot-tenant',
  'api-errors',
  'slow-api',
  'cost',
] as const;

export type RunbookPage = (typeof RUNBOOK_PAGES)[number];
