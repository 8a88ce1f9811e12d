import { LOG_FORMS, MAX_AGE_MS, type LogForm } from '#libs/domain';
import type { PublishedEvent } from '#libs/event-contracts';
import { datadogEntry, splunkEntry } from './entries.js';
import { ocsfEntry } from './ocsf.js';

/** Bounds in bytes are of UTF-8. */
export interface FormRules {
  contentType: string;
  maxEntries: number;
  maxBytes: number;
  /** An event with a larger entry is sent without its data, with `dataref`. */
  maxEntryBytes: number;
  /** The receiver refuses older events. */
  maxAgeMs?: number;
}

interface FormDefinition {
  rules: FormRules;
  /** Before the first entry, between two, and behind the last. */
  frame: readonly [open: string, between: string, close: string];
  entry: (event: PublishedEvent) => string;
  secretHeaders: (secret: string) => Record<string, string>;
}

const LINES = ['', '\n', '\n'] as const;
const LIST = ['[', ',', ']'] as const;
const OURS = { maxEntries: 1000, maxBytes: 1_000_000, maxEntryBytes: 500_000 };

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const definitions = {
  ndjson: {
    rules: { contentType: 'application/x-ndjson', ...OURS },
    frame: LINES,
    entry: JSON.stringify,
    secretHeaders: bearer,
  },
  /** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md#4-json-batch-format */
  cloudevents: {
    rules: { contentType: 'application/cloudevents-batch+json', ...OURS },
    frame: LIST,
    entry: JSON.stringify,
    secretHeaders: bearer,
  },
  /** https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector; each instance sets its bound of bytes. */
  'splunk-hec': {
    rules: { contentType: 'application/json', ...OURS },
    frame: LINES,
    entry: splunkEntry,
    secretHeaders: (secret) => ({ authorization: `Splunk ${secret}` }),
  },
  /** https://docs.datadoghq.com/api/latest/logs/#send-logs */
  datadog: {
    rules: {
      contentType: 'application/json',
      maxEntries: 1000,
      maxBytes: 5_000_000,
      maxEntryBytes: 1_000_000,
      maxAgeMs: MAX_AGE_MS.datadog,
    },
    frame: LIST,
    entry: datadogEntry,
    secretHeaders: (secret) => ({ 'dd-api-key': secret }),
  },
  /** https://schema.ocsf.io/1.6.0 */
  ocsf: {
    rules: { contentType: 'application/x-ndjson', ...OURS },
    frame: LINES,
    entry: ocsfEntry,
    secretHeaders: bearer,
  },
} as const satisfies Record<LogForm, FormDefinition>;

export type Form = LogForm;

export const FORM_DEFINITIONS: Readonly<Record<Form, FormDefinition>> = definitions;

export const FORMS = LOG_FORMS;

export function rulesOf(form: Form): FormRules {
  return FORM_DEFINITIONS[form].rules;
}

/** The headers that carry a stream's secret. */
export function secretHeaders(form: Form, secret: string): Record<string, string> {
  return FORM_DEFINITIONS[form].secretHeaders(secret);
}
