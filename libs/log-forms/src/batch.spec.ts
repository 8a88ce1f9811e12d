import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ENVELOPE_SCHEMA, EVENT_TYPES, PERSONAL_FIELDS, type PublishedEvent } from '#libs/event-contracts';
import { MARK, markedEvent, markedEvents } from '../../../test/support/marked-events.js';
import { FORMS, rulesOf, secretHeaders, withoutPersonalData, writeBatch, type Form } from './index.js';

type Json = Record<string, unknown>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const text = { type: 'string', minLength: 1 };

/** What receivers accept, by their documents alone: each entry, and no attribute that they do not name. */
const ENTRIES: Readonly<Record<Exclude<Form, 'ocsf'>, object>> = {
  ndjson: ENVELOPE_SCHEMA,
  cloudevents: ENVELOPE_SCHEMA,
  'splunk-hec': {
    type: 'object',
    properties: {
      time: { type: 'number', exclusiveMinimum: -1, maximum: 1e11 },
      ...{ host: text, source: text, sourcetype: text, index: text },
      event: { type: 'object', minProperties: 1 },
      fields: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    },
    required: ['event'],
    additionalProperties: false,
  },
  datadog: {
    type: 'object',
    properties: { message: text, ddsource: text, ddtags: text, hostname: text, service: text },
    required: ['message'],
    additionalProperties: { type: 'string' },
  },
};
const validators = Object.entries(ENTRIES).map(([form, schema]) => [form, ajv.compile(schema)] as const);

/** The entries of a body, as a receiver of the form reads it. */
function entriesIn(form: Form, body: string): Json[] {
  if (form === 'cloudevents' || form === 'datadog') return JSON.parse(body) as Json[];
  expect(body.endsWith('\n')).toBe(true);
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

/** The event in an entry, as far as it is there. */
function eventIn(form: Form, entry: Json): Partial<PublishedEvent> {
  if (form === 'splunk-hec') return entry['event'] as PublishedEvent;
  if (form === 'datadog') return JSON.parse(entry['message'] as string) as PublishedEvent;
  if (form !== 'ocsf') return entry;
  const { uid } = entry['metadata'] as { uid: string };
  return { ...(entry['unmapped'] as PublishedEvent), id: uid };
}

function batchesOf(form: Form, events: readonly PublishedEvent[], personalData: boolean) {
  const batches = [];
  for (let at = 0; at < events.length; at += batches.at(-1)!.taken) {
    batches.push(writeBatch(form, events.slice(at), { personalData }));
    expect(batches.at(-1)!.taken).toBeGreaterThan(0);
  }
  return batches;
}

describe.each(FORMS)('batches of %s', (form) => {
  const rules = rulesOf(form);

  test('have each event once, in order, within every bound, and are the same bytes again', () => {
    fc.assert(
      fc.property(markedEvents({ min: 1, max: 40 }, 300_000), fc.boolean(), (events, personalData) => {
        const batches = batchesOf(form, events, personalData);
        const entries = batches.map(({ body }) => entriesIn(form, body));
        expect(entries.flat().map((entry) => eventIn(form, entry).id)).toEqual(events.map(({ id }) => id));
        expect(entries.map(({ length }) => length)).toEqual(batches.map(({ taken }) => taken));
        for (const { body, contentType } of batches) {
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(rules.maxBytes);
          expect(contentType).toBe(rules.contentType);
          if (!personalData) expect(body).not.toContain(MARK);
        }
        for (const [at, entry] of entries.flat().entries()) {
          expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThanOrEqual(rules.maxEntryBytes);
          const { data, dataref } = eventIn(form, entry);
          const path = `/v1/accounts/${events[at]!.accountid}/events/${events[at]!.id}`;
          expect({ isWhole: data !== undefined, dataref }).toEqual(
            data === undefined ? { isWhole: false, dataref: path } : { isWhole: true, dataref: undefined },
          );
        }
        expect(batchesOf(form, structuredClone(events), personalData)).toEqual(batches);
      }),
      { numRuns: 40 },
    );
  });

  test('are full: one more event would be over a bound', () => {
    const events = Array.from({ length: rules.maxEntries + 5 }, (_, at) =>
      markedEvent('account.suspended', '', { version: at + 1 }),
    );
    const [first, second, ...others] = batchesOf(form, events, true);
    expect(others).toEqual([]);
    const entry = entriesIn(form, second!.body)[0];
    const wouldHave = Buffer.byteLength(first!.body) + Buffer.byteLength(JSON.stringify(entry)) + 1;
    expect(first!.taken === rules.maxEntries || wouldHave > rules.maxBytes).toBe(true);
    expect(first!.taken).toBeLessThanOrEqual(rules.maxEntries);
  });

  test('have nothing personal where it is left out, and have it where not', () => {
    for (const type of EVENT_TYPES) {
      const event = markedEvent(type, 'Ada "Ü" \u0001');
      const isPersonal = Object.keys(PERSONAL_FIELDS[type]).length > 0;
      const hasMark = (personalData: boolean) =>
        writeBatch(form, [event], { personalData }).body.includes(MARK);
      expect({ type, with: hasMark(true), without: hasMark(false) }).toEqual({
        type,
        with: isPersonal,
        without: false,
      });
    }
  });
});

test.each(validators)('entries of %s are as its receivers take them', (form, isValid) => {
  for (const type of EVENT_TYPES)
    for (const [personalData, given] of [
      [true, 'Ada'],
      [false, 'Ada'],
      [true, 'Ada'.repeat(400_000)],
    ] as const)
      for (const entry of entriesIn(
        form as Form,
        writeBatch(form as Form, [markedEvent(type, given)], { personalData }).body,
      ))
        expect({ type, entry, isValid: isValid(entry), errors: isValid.errors }).toMatchObject({
          isValid: true,
        });
});

test('Splunk and Datadog take the time and the sentence from where they look for them', () => {
  const event = markedEvent('user.suspended', 'Ada', { at: '2026-03-03T10:00:00.123Z' });
  const [splunk] = entriesIn('splunk-hec', writeBatch('splunk-hec', [event], { personalData: true }).body);
  expect(splunk).toMatchObject({ time: 1772532000.123, source: 'rollbook' });
  const messageOf = (personalData: boolean) => {
    const [entry] = entriesIn('datadog', writeBatch('datadog', [event], { personalData }).body);
    return JSON.parse(entry!['message'] as string) as Json;
  };
  expect(messageOf(true)).toMatchObject({
    timestamp: event.time,
    message: `A user suspended ${MARK} Ada`,
  });
  expect(messageOf(false)['message']).toBe('A user was suspended: they may not enter their service groups.');
});

test('without personal data an event is the same before and after an erasure', () => {
  for (const type of EVENT_TYPES) {
    const event = markedEvent(type, 'Ada');
    const data = { ...(event.data as object), ...PERSONAL_FIELDS[type] };
    const erased: PublishedEvent = { ...event, data, erased: true };
    expect(withoutPersonalData(erased)).toEqual(withoutPersonalData(event));
    expect(Object.keys(withoutPersonalData(event).data as object)).toEqual(
      Object.keys(event.data as object).filter((name) => !(name in PERSONAL_FIELDS[type])),
    );
  }
});

test('the secret is where each receiver looks for it', () => {
  expect(Object.fromEntries(FORMS.map((form) => [form, secretHeaders(form, 's3cret')]))).toEqual({
    ndjson: { authorization: 'Bearer s3cret' },
    cloudevents: { authorization: 'Bearer s3cret' },
    'splunk-hec': { authorization: 'Splunk s3cret' },
    datadog: { 'dd-api-key': 's3cret' },
    ocsf: { authorization: 'Bearer s3cret' },
  });
});

test('the bounds are those that Datadog documents, and for Splunk its smallest default', () => {
  expect(rulesOf('datadog')).toMatchObject({
    maxEntries: 1000,
    maxBytes: 5_000_000,
    maxEntryBytes: 1_000_000,
    maxAgeMs: 18 * 3_600_000,
  });
  expect(rulesOf('splunk-hec').maxBytes).toBeLessThanOrEqual(1_000_000);
});
