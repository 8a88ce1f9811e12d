const refused = {
  line: 18,
  lastLine: 18,
  code: 'email_taken',
  detail: 'Another user of the account has this email.',
  values: ['ada@example.com', 'Ada King', 'member', ''],
};

const column = { name: 'E-Mail', field: 'email', samples: ['ada@example.com'] };

const importing = {
  id: 'job_01JZ3YT5N7P9R1T3V5X7Z9B1D3',
  accountId: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  kind: 'users',
  dryRun: false,
  fileName: 'people.csv',
  status: 'running',
  rows: 100_000,
  processed: 24_000,
  created: 23_400,
  changed: 200,
  unchanged: 399,
  refused: 1,
  stop: null,
  skipped: 0,
  omitted: 0,
  lines: 100_001,
  correlationId: 'req_01JZ4A1B2C3D4E5F6G7H8J9K0M',
  revertedBy: null,
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:44.000Z',
};

export const IMPORT_EXAMPLES: Readonly<Record<string, unknown>> = {
  ImportDto: importing,
  ImportListDto: { data: [importing], nextCursor: null },
  ImportColumnDto: column,
  ImportFieldDto: { name: 'email', oneOf: ['email', 'externalId'] },
  ImportInspectionDto: {
    kind: 'users',
    format: 'csv',
    delimiter: ',',
    columns: [column],
    fields: [{ name: 'email', oneOf: ['email', 'externalId'] }],
    ready: false,
    rows: 100,
    total: 240,
    valid: 99,
    problems: [refused],
  },
  ImportErrorDto: refused,
  ImportErrorListDto: { data: [refused], nextCursor: null },
};

export const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  'text/csv': 'email,name,role,externalId\r\ngrace@example.com,Grace Hopper,admin,hr-7\r\n',
  // Of a log: a checkpoint, and a tile.
  'text/plain':
    'rollbook.example.com/log\n2\nz5MwkSTEude8thY+UY1KKvhU0kXaUEZBRe1ETgIWjX0=\n\n— rollbook.example.com/log …\n',
  'application/octet-stream': '…',
  'application/x-ndjson': '{"email":"grace@example.com","name":"Grace Hopper","role":"admin"}\n',
};
