import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { EVENT_TYPES, type PublishedEvent } from '#libs/event-contracts';
import { activityOf, OCSF_ROWS, OCSF_VERSION, writeBatch } from '#libs/log-forms';
import { markedEvent, markedEvents } from '../../support/marked-events.js';

// The form `ocsf` is valid by OCSF's own schemas, from a package for Python. With ROLLBOOK_NIGHTLY only: it is installed.

const tool = new URL('../../../tools/python-env.mjs', import.meta.url).href;
const { pythonEnvironment } = (await import(tool)) as {
  pythonEnvironment: (name: string) => ((program: string) => string) | undefined;
};
const programOf = process.env['ROLLBOOK_NIGHTLY'] === '1' ? pythonEnvironment('ocsf') : undefined;

interface OcsfClass {
  caption: string;
  activities: Record<string, string>;
  schema: object;
}

let classes: Record<string, OcsfClass>;
let validators: Record<string, ValidateFunction>;

(programOf ? describe : describe.skip)('events as OCSF', () => {
  beforeAll(() => {
    const uids = new Set(EVENT_TYPES.map((type) => String(activityOf(OCSF_ROWS[type]).classUid)));
    const script = fileURLToPath(new URL('schemas.py', import.meta.url));
    const { stdout, stderr } = spawnSync(programOf!('python'), [script, OCSF_VERSION, ...uids], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    expect(stderr).toBe('');
    classes = JSON.parse(stdout) as typeof classes;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    validators = Object.fromEntries(
      Object.entries(classes).map(([uid, { schema }]) => [uid, ajv.compile(schema)]),
    );
  });

  function expectValid(event: PublishedEvent, personalData: boolean): void {
    const entry = JSON.parse(writeBatch('ocsf', [event], { personalData }).body) as { class_uid: number };
    const isValid = validators[entry.class_uid]!;
    expect({ entry, isValid: isValid(entry), errors: isValid.errors }).toMatchObject({ isValid: true });
  }

  test.each(EVENT_TYPES)('%s is valid: whole, without personal data, and too large', (type) => {
    for (const personalData of [true, false]) expectValid(markedEvent(type, 'Ada'), personalData);
    // Emails of ours may have letters that those of OCSF do not.
    expectValid(markedEvent(type, 'Zoë'), true);
    expectValid(markedEvent(type, 'a'.repeat(600_000)), true);
    const { className, classUid, activity, activityId } = activityOf(OCSF_ROWS[type]);
    const { caption, activities } = classes[classUid]!;
    expect(caption).toBe(className);
    expect(activities[activityId]).toBe(activityId === 99 ? 'Other' : activity);
  });

  test('so are events of any text and time', () => {
    fc.assert(
      fc.property(markedEvents({ min: 1, max: 8 }, 1_000), fc.boolean(), (events, personalData) => {
        for (const event of events) expectValid(event, personalData);
      }),
    );
  });
});
