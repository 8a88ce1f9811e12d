import { counted, formatNumber } from '../../components/data/numbers.js';

/** What the page calls the fields that the API lists. */
export const FIELDS: Readonly<Record<string, string>> = {
  email: 'Email',
  name: 'Name',
  role: 'Role',
  externalId: 'External ID',
  userEmail: "User's email",
  userExternalId: "User's external ID",
  serviceGroupName: 'Service group',
  serviceGroupExternalId: "Service group's external ID",
  until: 'Until',
};

export const TEXTS = {
  subtitle:
    'Users, service groups or memberships from a CSV file. Nothing is removed, and you see what would change before anything does.',
  kinds: { users: 'Users', 'service-groups': 'Service groups', memberships: 'Memberships' } as const,
  kind: 'What is in the file',
  drop: 'Drop a CSV file here',
  choose: 'Choose a file',
  dropHint: 'Its first line must name the columns. Up to 64 MB.',
  other: 'Choose another file',
  columns: 'Columns',
  columnsHint: 'Say what each column of your file contains.',
  yours: 'In your file',
  example: 'First row',
  ours: 'Contains',
  ignore: 'Do not import',
  missing: (names: readonly string[]) => `Still missing: ${names.join(', ')}.`,
  check: 'Check',
  run: (count: number) => `Import ${counted(count, 'row', 'rows')}`,
  checking: 'Working out what this would do …',
  running: 'Importing …',
  wouldTitle: 'What this would do',
  didTitle: 'What was done',
  counts: {
    created: 'Added',
    changed: 'Changed',
    unchanged: 'Unchanged',
    refused: 'Refused',
    skipped: 'Empty lines',
  } as const,
  refusedTitle: 'Refused rows',
  lines: (first: number, last: number) =>
    first === last ? `Line ${formatNumber(first)}` : `Lines ${formatNumber(first)}–${formatNumber(last)}`,
  moreRefused: 'These are only the first. Download the file to see all of them.',
  download: 'Download refused rows',
  theImport: 'Import',
  again: 'Import another file',
  noRows: 'There are no rows below the first line.',
};

export const EXPORT_TEXTS = {
  subtitle:
    'Files that can be imported again, and the activity of the account. There is no limit to their size.',
  parts: {
    users: ['Users', 'Email, name, role and external ID.'],
    'service-groups': ['Service groups', 'Name and external ID.'],
    memberships: ['Memberships', 'Who may enter which service group.'],
    events: ['Activity', 'Every change, with who made it and when.'],
  },
  forSpreadsheets:
    'CSV for a spreadsheet: marked as UTF-8, so that umlauts and other letters are shown as they are.',
  csv: 'CSV',
  ndjson: 'NDJSON',
};
