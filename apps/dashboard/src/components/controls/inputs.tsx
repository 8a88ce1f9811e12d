import { ChevronDown, Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.js';
import { useDebouncedText } from '../../api/lists.js';

const BOX =
  'w-full rounded-md border border-edge bg-raised text-ink shadow-sm placeholder:text-faint ' +
  'hover:border-control focus-visible:border-accent aria-invalid:border-bad disabled:bg-sunken disabled:text-muted';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(BOX, 'h-8 px-2.5 text-sm', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classNames(BOX, 'px-2.5 py-1.5 text-sm', className)} />;
}

export interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value'> {
  /** Texts by values. Other options are its children, and come first. */
  options?: Readonly<Partial<Record<Value, string>>>;
  value: Value | undefined;
  onChoose: (value: Value) => void;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { className, options = {}, onChoose, children, ...rest } = props;
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        {...rest}
        onChange={({ target }) => onChoose(target.value as Value)}
        className={classNames(BOX, 'h-8 appearance-none truncate pr-7 pl-2.5 text-sm')}
      >
        {children}
        {Object.entries<string | undefined>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

/** Options for a Select: what has a name, by its id. */
export const namesById = (things: readonly { id: string; name: string }[] = []): Record<string, string> =>
  Object.fromEntries(things.map(({ id, name }) => [id, name]));

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  value: string;
  onText: (text: string) => void;
}

export function SearchInput({ label, className, onText, ...rest }: SearchInputProps) {
  return (
    <span className={classNames('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        data-shortcut="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        {...rest}
        onChange={({ target }) => onText(target.value)}
        className={classNames(BOX, 'h-8 pr-2 pl-8 text-sm')}
      />
    </span>
  );
}

interface SearchFieldProps extends Pick<SearchInputProps, 'label' | 'className'> {
  q: string | undefined;
  onSearch: (q: string) => void;
}

/** Passes on what is typed when typing pauses. */
export function SearchField({ q = '', onSearch, ...rest }: SearchFieldProps) {
  const [text, setText] = useDebouncedText(q, onSearch);
  return <SearchInput {...rest} value={text} onText={setText} />;
}

/** `mixed`: neither checked nor unchecked. */
export function Checkbox({ mixed, className, ...rest }: ComponentProps<'input'> & { mixed?: boolean }) {
  return (
    <input
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = Boolean(mixed);
      }}
      {...rest}
      className={classNames('checkbox size-4 shrink-0', className)}
    />
  );
}
