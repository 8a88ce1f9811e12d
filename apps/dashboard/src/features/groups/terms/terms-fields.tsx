import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import type { ServiceGroup } from '../queries.js';
import { needsReason, withoutDay, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface TermsFieldsProps {
  /** Undefined if they are for several. */
  group?: ServiceGroup | undefined;
  /** Instead of what holds if no day is chosen. */
  hint?: string;
  value: Terms;
  onChange: (terms: Terms) => void;
}

export function TermsFields({ group, hint, value, onChange }: TermsFieldsProps) {
  const isNeeded = needsReason(group);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field label={TEXTS.until} hint={hint ?? withoutDay(group)}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={value.until}
            onChange={({ target }) => onChange({ ...value, until: target.value })}
          />
        )}
      </Field>
      <Field label={isNeeded ? TEXTS.reason : TEXTS.reasonOptional}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={500}
            value={value.reason}
            onChange={({ target }) => onChange({ ...value, reason: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
