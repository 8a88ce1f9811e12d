import { counted } from '../../components/data/numbers.js';

export const TEXTS = {
  title: 'Import',
  subtitle:
    'Users, service groups or memberships from a CSV file. Nothing is removed, and nothing happens before you have seen what would.',
  kinds: { users: 'Users', 'service-groups': 'Service groups', memberships: 'Memberships' } as const,
  kind: 'What is in the file',
  drop: 'Drop a CSV file here',
  choose: 'Choose a file',
  dropHint: 'With a first line that names the columns. Up to 64 MB.',
  other: 'Another file',
  columns: 'Columns',
  columnsHint: 'Say what each column of your file is.',
  yours: 'In your file',
  example: 'First row',
  ours: 'Is',
  ignore: 'Left out',
  missing: (names: readonly string[]) => `Still missing: ${names.join(', ')}.`,
  rows: (count: number) => counted(count, 'row', 'rows'),
  check: 'Check',
  run: (count: number) => `Import ${counted(count, 'row', 'rows')}`,
  checking: 'Checking what this would do …',
  running: 'Importing …',
  wouldTitle: 'What this would do',
  didTitle: 'What was done',
  counts: { created: 'Added', changed: 'Changed', unchanged: 'As they were', refused: 'Refused' } as const,
  refusedTitle: 'Refused rows',
  line: 'Line',
  reason: 'Reason',
  moreRefused: 'These are the first. The file has all of them.',
  download: 'Download refused rows',
  again: 'Import another file',
  noRows: 'There is no row below the first line.',
  unreadable: 'This is not a CSV file.',
};

export const EXPORT_TEXTS = {
  title: 'Export',
  subtitle: 'The same rows that an import takes, and the audit log. Streamed, so of any size.',
  parts: {
    users: ['Users', 'Email, name, role and external id.'],
    'service-groups': ['Service groups', 'Name and external id.'],
    memberships: ['Memberships', 'Who may enter what.'],
    events: ['Activity', 'Every change, with who made it and when.'],
  },
  csv: 'CSV',
  ndjson: 'NDJSON',
};
