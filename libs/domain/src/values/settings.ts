import {
  nullableText,
  object,
  optional,
  personal,
  text,
  type DataOfFields,
  type Field,
  type JsonSchema,
} from '../schema/event-schema.js';
import { ERASED_TEXT } from '../schema/erased.js';
import type { FieldRule } from './field-rule.js';
import { sameJson } from './json.js';
import { parseAll } from './parse-all.js';
import type { ResourceField } from './resource.js';

/**
 * An optional field of an aggregate. From this one statement follow its place in commands, events, states and items, in the
 * columns of imports and exports, and in SCIM.
 */
export interface Setting<Whole = unknown, Change = unknown>
  extends FieldRule<Change, Whole>, Pick<ResourceField, 'about' | 'given' | 'changed' | 'found' | 'example'> {
  parse(value: Change): Whole;
  /** What represents no value in an event that changes it: null, or an empty object. */
  readonly none: Whole;
  readonly optional: true;
  readonly removable: true;
  /** What a change of part of it leads to; without it, a change replaces the value. */
  merge?(before: Whole, change: Change): Change;
  /** Its description for subscribers, in events that create something and in events that change it. */
  readonly descriptions: { created: string; changed: string };
  readonly properties?: Record<string, JsonSchema>;
  /** Says something about a person. */
  readonly personal?: boolean;
  /** An event of any change has it. One that was declared later is only in events that change it. */
  readonly always?: boolean;
  /** A column of imports and exports has its name. */
  readonly isColumn?: boolean;
  /** The attribute that holds it in SCIM, which may be one of an extension. */
  readonly scim?: { readonly schema?: string; readonly attribute: string };
}

export type Settings = Readonly<Record<string, Setting>>;

type Whole<S> = S extends Setting<infer W, infer _> ? W : never;
type Change<S> = S extends Setting<infer _, infer C> ? C : never;
type Previous<Name extends string> = `previous${Capitalize<Name>}`;

/** The settings of a state: each is absent if there is none. */
export type SettingsOf<S> = { [Name in keyof S]?: NonNullable<Whole<S[Name]>> };

/** The same, with what represents no value. */
export type WholeSettings<S> = { [Name in keyof S]: Whole<S[Name]> };

/** Null removes a value; in a new aggregate it says that there is none. */
export type SettingsInput<S> = { [Name in keyof S]?: Change<S[Name]> | null };

type CreatedFields<S> = { [Name in keyof S]: Field<NonNullable<Whole<S[Name]>>> & { optional: true } };
type ChangedField<S> = S extends { always: true } ? Field<Whole<S>> : Field<Whole<S>> & { optional: true };
type ChangedFields<S> = { [Name in keyof S]: ChangedField<S[Name]> } & {
  [Name in keyof S & string as Previous<Name>]: ChangedField<S[Name]>;
};

export const NOT_NEEDED = { optional: true, removable: true } as const;

type TextRule = FieldRule & { parse(text: string): string };

/** @param what it is, for subscribers */
export function textSetting(rule: TextRule, what: string): Setting<string | null, string> {
  const descriptions = {
    created: `${what}. Absent if there is none.`,
    changed: `${what}, after the change.`,
  };
  return { ...rule, ...NOT_NEEDED, none: null, descriptions };
}

/** `external id, the metadata or the plan`. */
export function inWords(settings: Settings): string {
  const names = Object.keys(settings).map((name) =>
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  const [last = '', ...others] = names.reverse();
  return others.length === 0 ? last : `${others.reverse().join(', the ')} or the ${last}`;
}

export function createdFields<S extends Settings>(settings: S): CreatedFields<S> {
  const fields = Object.entries(settings).map(([name, setting]) => {
    const { type, descriptions, properties } = setting;
    const field = type === 'object' ? object(descriptions.created, properties) : text(descriptions.created);
    return [name, optional(erasable(field, setting))] as const;
  });
  return Object.fromEntries(fields) as CreatedFields<S>;
}

/** The fields of an event that changes settings: each after the change, and before. */
export function changedFields<S extends Settings>(settings: S): ChangedFields<S> {
  const fields = Object.entries(settings).flatMap(([name, setting]) => {
    const { type, descriptions, properties, always } = setting;
    const field = (description: string) => {
      const complete = type === 'object' ? object(description, properties) : nullableText(description);
      return always ? erasable(complete, setting) : optional(erasable(complete, setting));
    };
    return [
      [name, field(descriptions.changed)],
      [previousName(name), field('The same before the change.')],
    ] as const;
  });
  return Object.fromEntries(fields) as unknown as ChangedFields<S>;
}

function erasable(field: Field, { type, personal: isPersonal }: Setting): Field {
  return isPersonal ? personal(field, (type === 'object' ? {} : ERASED_TEXT) as never) : field;
}

/** The name of a setting's value before a change, in the event of the change. */
export function previousName(name: string): string {
  return `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * The settings of something new. Contains only what is set, so that events without settings stay as they are.
 * @throws DomainError
 */
export function newSettings<S extends Settings>(settings: S, input: SettingsInput<S>): SettingsOf<S> {
  const parsers = Object.entries(settings).map(([name, setting]) => {
    const given = input[name] ?? undefined;
    return [name, () => (given === undefined ? setting.none : setting.parse(given))] as const;
  });
  return withSettings<SettingsOf<S>>(settings, {}, parseAll(Object.fromEntries(parsers)));
}

/**
 * What a change does to the settings, as an event has it; undefined if there is nothing to change.
 * @throws DomainError
 */
export function changeSettings<S extends Settings>(
  settings: S,
  before: SettingsOf<S>,
  input: SettingsInput<S>,
): DataOfFields<ChangedFields<S>> | undefined {
  const after = parsedChanges(settings, before, input);
  const entries = Object.entries(settings).map(([name, setting]) => {
    const previous = before[name] ?? setting.none;
    return { name, previous, setting, isChanged: !sameJson(after[name], previous) };
  });
  if (!entries.some(({ isChanged }) => isChanged)) return undefined;
  const recorded = entries.filter(({ isChanged, setting }) => isChanged || setting.always);
  const data = recorded.flatMap(({ name, previous }) => [
    [name, after[name]],
    [previousName(name), previous],
  ]);
  return Object.fromEntries(data) as DataOfFields<ChangedFields<S>>;
}

/** A value that does not change was valid when it was set, whatever the rules are now. */
function parsedChanges(
  settings: Settings,
  before: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parsers = Object.entries(settings).map(([name, setting]) => {
    const [previous, change] = [before[name] ?? setting.none, input[name]];
    const parse = () => {
      if (change === undefined) return previous;
      if (change === null) return setting.none;
      const wanted = setting.merge ? setting.merge(previous, change) : change;
      return sameJson(wanted, previous) ? previous : setting.parse(wanted);
    };
    return [name, parse] as const;
  });
  return parseAll(Object.fromEntries(parsers));
}

/** A state after an event: what the event does not name stays. */
export function withSettings<State extends object>(
  settings: Settings,
  state: State,
  data: Readonly<Record<string, unknown>>,
): State {
  const next = { ...state } as Record<string, unknown>;
  for (const [name, { none }] of Object.entries(settings))
    if (name in data && sameJson(data[name], none)) delete next[name];
    else if (name in data) next[name] = data[name];
  return next as State;
}

/** Those of a state's settings that are set. */
export function settingsOf<S extends Settings>(settings: S, state: SettingsOf<S>): SettingsOf<S> {
  const present = Object.keys(settings).filter((name) => state[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, state[name]])) as SettingsOf<S>;
}

export function withoutPersonal<State extends object>(settings: Settings, state: State): State {
  const isKept = (name: string) => !settings[name]?.personal;
  return Object.fromEntries(Object.entries(state).filter(([name]) => isKept(name))) as State;
}
