import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../../../components/controls/inputs.js';
import { Problem } from '../../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../../components/feedback/skeleton.js';
import { eventTypesQuery } from '../../event-types.js';
import { TEXTS } from '../texts.js';

/** Undefined: all, also those that do not exist yet. */
export type ChosenTypes = readonly string[] | undefined;

interface EventTypesFieldProps {
  value: ChosenTypes;
  onChange: (types: ChosenTypes) => void;
}

const ROW = 'flex min-h-8 cursor-pointer items-start gap-2.5 rounded-md px-1.5 py-1.5 hover:bg-hover';

/** All events, all about a subject, or single types, each with its sentence. */
export function EventTypesField({ value, onChange }: EventTypesFieldProps) {
  return (
    <fieldset className="grid min-w-0 gap-0.5 text-sm">
      <legend className="mb-1.5 text-sm font-medium">{TEXTS.events}</legend>
      <label className={ROW}>
        <input
          type="radio"
          name="events"
          className="mt-0.5 size-4 accent-accent"
          checked={value === undefined}
          onChange={() => onChange(undefined)}
        />
        {TEXTS.everything}
      </label>
      <label className={ROW}>
        <input
          type="radio"
          name="events"
          className="mt-0.5 size-4 accent-accent"
          checked={value !== undefined}
          onChange={() => onChange([])}
        />
        {TEXTS.chosen}
      </label>
      {value && <Types value={value} onChange={onChange} />}
    </fieldset>
  );
}

interface TypesProps {
  value: readonly string[];
  onChange: (types: ChosenTypes) => void;
}

function Types({ value, onChange }: TypesProps) {
  const { data: types, error, refetch } = useQuery(eventTypesQuery);
  if (error && !types) return <Problem error={error} retry={() => void refetch()} />;
  if (!types) return <SkeletonRows count={4} />;
  const groups = Map.groupBy(types, ({ type }) => type.slice(0, type.indexOf('.')));
  const toggle = (type: string, isOn: boolean, instead: readonly string[] = []) =>
    onChange(
      isOn
        ? [...value.filter((each) => !instead.includes(each)), type]
        : value.filter((each) => each !== type),
    );
  return (
    <div className="ml-6 grid gap-3 border-l border-line pl-3">
      {[...groups].map(([group, members]) => {
        const whole = `${group}.*`;
        const isWhole = value.includes(whole);
        return (
          <div key={group} className="grid gap-0.5">
            <label className={`${ROW} font-medium`}>
              <Checkbox
                className="mt-0.5"
                checked={isWhole}
                onChange={({ target }) =>
                  toggle(
                    whole,
                    target.checked,
                    members.map(({ type }) => type),
                  )
                }
              />
              {TEXTS.allOf(group)}
            </label>
            {!isWhole &&
              members.map(({ type, summary }) => (
                <label key={type} className={ROW}>
                  <Checkbox
                    className="mt-0.5"
                    checked={value.includes(type)}
                    onChange={({ target }) => toggle(type, target.checked)}
                  />
                  <span className="min-w-0">
                    {summary}
                    <code aria-hidden className="block font-mono text-2xs break-all text-faint">
                      {type}
                    </code>
                  </span>
                </label>
              ))}
          </div>
        );
      })}
    </div>
  );
}
