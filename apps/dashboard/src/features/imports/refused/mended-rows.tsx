import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react';
import { useId } from 'react';
import { Checkbox, Input, TextArea } from '../../../components/controls/inputs.js';
import { isAbout, titleOf } from '../columns.js';
import { changeRow, hasContents, type MendedRow } from '../draft/draft.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';

/** A column of the file that is imported. */
interface Shown {
  index: number;
  name: string;
  title: string;
}

/** The refused rows, in fields. Enter checks them again. */
export function MendedRows({ flow }: { flow: ImportFlow }) {
  const { draft, store, pending, startCheck } = flow;
  const shown = draft.mapping.flatMap((name, index): Shown[] =>
    name === null ? [] : [{ index, name, title: titleOf(name) }],
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (hasContents(draft)) startCheck();
      }}
    >
      <fieldset
        disabled={pending.isSending}
        className="min-w-0 overflow-x-auto rounded-md border border-line"
        aria-label={TEXTS.refusedTitle}
      >
        <table className="w-full text-left text-sm max-sm:block">
          <thead className="bg-sunken text-xs text-muted max-sm:hidden">
            <tr>
              <th className="h-9 px-3 font-medium">{TEXTS.line}</th>
              {shown.map(({ index, title }) => (
                <th key={index} className="px-1.5 font-medium">
                  {title}
                </th>
              ))}
              <th className="px-3 font-medium whitespace-nowrap">{TEXTS.leaveOut}</th>
            </tr>
          </thead>
          {draft.rows.map((row) => (
            <Row
              key={row.line}
              row={row}
              shown={shown}
              onChange={(change) => store.set(changeRow(store.get(), row.line, change))}
            />
          ))}
        </table>
        {/* Without it, Enter in one of several fields does nothing. */}
        <button type="submit" hidden />
      </fieldset>
    </form>
  );
}

interface RowProps {
  row: MendedRow;
  shown: readonly Shown[];
  onChange: (change: Partial<Pick<MendedRow, 'values' | 'isLeftOut'>>) => void;
}

function Row({ row, shown, onChange }: RowProps) {
  const id = useId();
  const { line, lastLine, values, written, refusal, isLeftOut } = row;
  const surplus = written.slice(values.length).filter((value) => value !== '');
  return (
    <tbody className="border-line not-first-of-type:border-t max-sm:grid max-sm:gap-2 max-sm:p-3">
      <tr className="max-sm:grid max-sm:gap-2">
        <th
          scope="row"
          className="w-px px-3 pt-2 align-top font-medium whitespace-nowrap tabular-nums sm:leading-8 max-sm:p-0"
        >
          {TEXTS.lines(line, lastLine)}
        </th>
        {shown.map(({ index, name, title }) => (
          <td key={index} className="min-w-32 px-1.5 pt-2 align-top max-sm:p-0">
            <Value
              title={title}
              label={TEXTS.valueAt(title, line, lastLine)}
              describedBy={id}
              isWrong={!isLeftOut && isAbout(refusal?.code, name)}
              isOff={isLeftOut}
              value={values[index] ?? ''}
              onChange={(value) =>
                onChange({ values: values.map((each, at) => (at === index ? value : each)) })
              }
            />
          </td>
        ))}
        <td className="w-px px-3 pt-2 align-top max-sm:p-0">
          <label className="flex h-8 items-center gap-2 whitespace-nowrap">
            <Checkbox
              checked={isLeftOut}
              aria-label={TEXTS.leaveOutAt(line, lastLine)}
              onChange={({ target }) => onChange({ isLeftOut: target.checked })}
            />
            <span className="sm:hidden">{TEXTS.leaveOut}</span>
          </label>
        </td>
      </tr>
      <tr className="max-sm:block">
        <td className="max-sm:hidden" />
        <td colSpan={shown.length + 1} className="px-1.5 pt-1 pb-2 max-sm:block max-sm:p-0">
          <Reason id={id} row={row} />
          {surplus.length > 0 && <p className="mt-1 text-xs text-muted">{TEXTS.surplus(surplus)}</p>}
        </td>
      </tr>
    </tbody>
  );
}

interface ValueProps {
  title: string;
  label: string;
  describedBy: string;
  isWrong: boolean;
  isOff: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A value with a line break in it would lose it in a field of one line. */
function Value({ title, label, describedBy, isWrong, isOff, value, onChange }: ValueProps) {
  const control = {
    'aria-label': label,
    'aria-describedby': describedBy,
    ...(isWrong && { 'aria-invalid': true as const }),
    disabled: isOff,
    value,
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <label className="grid gap-1">
      <span aria-hidden className="text-xs text-muted sm:hidden">
        {title}
      </span>
      {/[\r\n]/.test(value) ? <TextArea rows={2} {...control} /> : <Input autoComplete="off" {...control} />}
    </label>
  );
}

/** What is wrong with a row, or what has become of it. */
function Reason({ id, row: { refusal, isUnsent, isLeftOut } }: { id: string; row: MendedRow }) {
  const [Icon, look, text] = isLeftOut
    ? ([CircleMinus, 'text-muted', TEXTS.leftOut] as const)
    : refusal !== undefined
      ? ([CircleAlert, 'text-bad', refusal.detail] as const)
      : isUnsent
        ? ([CircleDashed, 'text-muted', TEXTS.notChecked] as const)
        : ([CircleCheck, 'text-good', TEXTS.accepted] as const);
  return (
    <p id={id} className={`flex items-start gap-1.5 text-xs ${look}`}>
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}
