import { useDebouncedText } from '../../api/lists.js';
import { isDay } from '../data/days.js';
import { Input } from './inputs.js';

interface DateInputProps {
  label: string;
  /** A day, as in 2026-03-29, or whatever stands in the address; empty for none. */
  value: string;
  onChange: (day: string) => void;
  /** Names the key that leads here. */
  shortcut?: string;
}

/** A day. While its year is typed, figure by figure, it is not passed on. */
export function DateInput({ label, value, onChange, shortcut }: DateInputProps) {
  const [text, setText] = useDebouncedText(value, (day) => (day === '' || isDay(day)) && onChange(day));
  const isWrong = text === value && value !== '' && !isDay(value);
  return (
    <label className="flex items-center gap-2 text-sm text-muted max-sm:w-full">
      <span className="shrink-0 whitespace-nowrap max-sm:w-10">{label}</span>
      <Input
        type="date"
        data-shortcut={shortcut}
        className="w-36"
        aria-invalid={isWrong || undefined}
        // The browser takes nothing else.
        value={/^\d{4}-\d\d-\d\d$/.test(text) ? text : ''}
        onChange={({ target }) => setText(target.value)}
      />
      {isWrong && <span className="font-medium text-bad">“{value}” is not a date</span>}
    </label>
  );
}
