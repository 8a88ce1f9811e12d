import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Checkbox } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { scopesQuery } from './queries.js';
import { TEXTS } from './texts.js';

interface ScopesFieldProps {
  value: readonly string[];
  onChange: (scopes: readonly string[]) => void;
}

/** What a key may do, in sentences. */
export function ScopesField({ value, onChange }: ScopesFieldProps) {
  const id = useId();
  const { data: scopes, error, refetch } = useQuery(scopesQuery);
  if (error && !scopes) return <Problem error={error} retry={() => void refetch()} />;
  if (!scopes) return <SkeletonRows count={4} />;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{TEXTS.scopes}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {scopes.map(({ scope, summary }) => (
          <label
            key={scope}
            className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-md px-1.5 py-1.5 text-sm hover:bg-hover"
          >
            <Checkbox
              className="mt-0.5"
              aria-describedby={`${id}-${scope}`}
              checked={value.includes(scope)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, scope] : value.filter((each) => each !== scope))
              }
            />
            <span className="min-w-0">
              {summary}
              <code
                id={`${id}-${scope}`}
                aria-hidden
                className="block font-mono text-2xs break-all text-faint"
              >
                {scope}
              </code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
