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
  teamName: 'Team',
  teamExternalId: "Team's external ID",
  reason: 'Reason',
  until: 'Until',
  accessRole: 'Access role',
};

const rows = (count: number) => counted(count, 'row', 'rows');
const lines = (first: number, last: number) =>
  first === last ? `Line ${formatNumber(first)}` : `Lines ${formatNumber(first)}–${formatNumber(last)}`;

export const TEXTS = {
  subtitle:
    'Users, service groups, memberships or teams from a CSV file. Nothing is removed, and you see what would change before anything does.',
  notInPast: 'Imports change the present. Go back to now to begin or continue one.',
  steps: { file: 'File', columns: 'Columns', check: 'Check', import: 'Import' } as const,
  stepsLabel: 'Steps of the import',
  stepDone: '(done)',
  back: 'Back',
  next: 'Continue',
  kinds: {
    users: 'Users',
    'service-groups': 'Service groups',
    memberships: 'Memberships',
    teams: 'Teams',
    'team-members': 'People in teams',
  } as const,
  kind: 'What is in the file',
  fileTitle: 'Choose a file',
  exampleTitle: 'An example',
  takes: {
    users:
      'Each row is a person: an email, a name and, if you like, a role and an external ID. Existing people are found by their external ID or email.',
    'service-groups':
      'Each row is a service group: a name and, if you like, an external ID. Existing ones are found by either.',
    memberships:
      'Each row lets a person enter a service group. People are named by their email or external ID, service groups by their name or external ID. “Until” is the last day.',
    teams: 'Each row is a team: a name and, if you like, an external ID. Existing ones are found by either.',
    'team-members':
      'Each row puts a person in a team. People are named by their email or external ID, teams by their name or external ID. “Until” is the last day.',
  } as const,
  anyColumns:
    'Columns may have any order and other headings, and there may be more of them: you say next what each contains.',
  drop: 'Drop a CSV file here',
  dropOther: 'Drop another CSV file here',
  choose: 'Choose a file',
  dropHint: 'Its first line must name the columns. Up to 64 MB.',
  chosen: 'Chosen file',
  columns: 'Columns',
  unnamed: (column: number) => `Column ${column}`,
  columnsTitle: 'What each column contains',
  ofFile: (count: number | null, atLeast: number) =>
    count === null ? `more than ${rows(atLeast)}` : rows(count),
  yours: 'In your file',
  example: 'First row',
  ours: 'Contains',
  ignore: 'Do not import',
  missing: (names: readonly string[]) => `Still missing: ${names.join(', ')}.`,
  check: 'Check',
  checkAgain: 'Check again',
  checkFirst: 'Check your changes first.',
  run: (count: number) => `Import ${rows(count)}`,
  nothingToRun: 'No row can be imported as it is.',
  sending: 'Sending the file …',
  checking: 'Working out what this would do …',
  running: 'Importing …',
  runningHint: 'This continues if you leave the page, and is listed under Jobs.',
  wouldTitle: 'What this would do',
  didTitle: 'What was done',
  would: (count: number, refused: number) =>
    refused === 0
      ? `${rows(count)} can be imported. None would be refused.`
      : `${rows(count)} can be imported, ${formatNumber(refused)} would be refused.`,
  did: (count: number, refused: number) =>
    refused === 0 ? `${rows(count)} imported.` : `${rows(count)} imported, ${formatNumber(refused)} refused.`,
  checkCancelled: 'This check was cancelled before its end.',
  importCancelled: 'This import was cancelled before its end. What it had done stays done.',
  counts: {
    created: 'Added',
    changed: 'Changed',
    unchanged: 'Unchanged',
    refused: 'Refused',
    skipped: 'Empty lines',
  } as const,
  refusedTitle: 'Refused rows',
  refusedHint: 'Correct what is wrong, or leave a row out. Then check again: nothing is changed by that.',
  refusedLater: 'Correct what is wrong here, or leave a row out: what was imported is not imported again.',
  line: 'Line',
  lines,
  valueAt: (title: string, first: number, last: number) => `${title}, ${lines(first, last).toLowerCase()}`,
  leaveOut: 'Leave out',
  leaveOutAt: (first: number, last: number) => `Leave out ${lines(first, last).toLowerCase()}`,
  leftOut: 'Left out: it will not be imported.',
  accepted: 'Can be imported now.',
  notChecked: 'Changed, and not checked yet.',
  surplus: (values: readonly string[]) => `Values without a column: ${values.join(', ')}`,
  moreRefused: (shown: number, all: number) =>
    `These are the first ${formatNumber(shown)} of ${formatNumber(all)} refused rows. To correct more than these, download all of them, correct them in a spreadsheet, and import that file.`,
  download: 'Download refused rows',
  goneTitle: (name: string) => `${name} has to be chosen again`,
  gone: 'This page was loaded again, and a page cannot open a file by itself. What you have chosen and corrected is still here.',
  goneElsewhere: 'To continue with this check, choose its file again.',
  chooseAgain: 'Choose the file again',
  theImport: 'Import',
  undone: 'This import was undone.',
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
    teams: ['Teams', 'Name and external ID.'],
    'team-members': ['People in teams', 'Who is in which team.'],
    events: ['Activity', 'Every change, with who made it and when.'],
  },
  forSpreadsheets:
    'CSV for a spreadsheet: marked as UTF-8, so that umlauts and other letters are shown as they are.',
  csv: 'CSV',
  ndjson: 'NDJSON',
};
