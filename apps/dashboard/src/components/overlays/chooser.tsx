import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { isModified } from '../keys.js';

export interface Choice {
  key: string;
  view: ReactNode;
  onSelect: () => void;
}

export interface ChoiceGroup {
  key: string;
  heading?: string | undefined;
  choices: readonly Choice[];
}

interface ChooserProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly ChoiceGroup[];
  /** The groups belong to the text: until they do, nothing can be chosen, and Enter waits for them. */
  isCurrent: boolean;
  /** The key of the choice that Enter takes if the arrows have chosen none. */
  first: string | undefined;
  /** In place of the choices, or above them. */
  note?: ReactNode;
  large?: boolean;
  /** The text for which Enter was pressed before the field was there. */
  entered?: string | undefined;
}

/** A field with a list of choices, as in the ARIA practices: what is typed finds, the arrows choose, Enter takes. */
export function Chooser(props: ChooserProps) {
  const { label, placeholder, text, onText, groups, isCurrent, first, note, large, entered } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  /** The text for which Enter was pressed before its choices were there. */
  const [awaited, setAwaited] = useState<string>();
  const choices = groups.flatMap((group) => group.choices);
  const active = isCurrent ? choices.find(({ key }) => key === (chosen ?? first)) : undefined;
  const idOf = (choice: Choice) => `${id}-${choices.indexOf(choice)}`;
  const activeId = active && idOf(active);

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => setAwaited(entered), [entered]);
  useEffect(() => {
    if (!isCurrent || awaited === undefined) return;
    setAwaited(undefined);
    if (awaited === text) active?.onSelect();
  }, [isCurrent, awaited, text, active]);

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    // Home, End and the rest move in the text, and Enter ends what an input method composes.
    if (isModified(event) || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined && key !== 'Enter') return;
    event.preventDefault();
    if (key === 'Enter' && !isCurrent) setAwaited(text);
    else if (key === 'Enter') active?.onSelect();
    else if (isCurrent && step) {
      const at = active ? choices.indexOf(active) + step : step > 0 ? 0 : -1;
      setChosen(choices.at(at % choices.length)?.key);
    }
  }

  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setChosen(undefined);
          setAwaited(undefined);
          onText(target.value);
        }}
        onKeyDown={onKeyDown}
        className={classNames(
          'w-full truncate border-b border-line bg-transparent outline-none placeholder:text-faint',
          large ? 'h-12 px-4 text-base' : 'h-10 px-3 text-sm',
        )}
      />
      {note}
      <Choices {...{ id, label, groups, isCurrent, large, active, idOf }} onPoint={setChosen} />
    </>
  );
}

interface ChoicesProps extends Pick<ChooserProps, 'label' | 'groups' | 'isCurrent' | 'large'> {
  id: string;
  active: Choice | undefined;
  idOf: (choice: Choice) => string;
  onPoint: (key: string) => void;
}

function Choices({ id, label, groups, isCurrent, large, active, idOf, onPoint }: ChoicesProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-busy={!isCurrent || undefined}
      className={classNames(
        'overflow-y-auto empty:hidden',
        large ? 'max-h-[min(26rem,60vh)] p-1.5' : 'max-h-72 p-1',
        !isCurrent && 'opacity-60',
      )}
    >
      {groups
        .filter((group) => group.choices.length > 0)
        .map((group) => (
          <div key={group.key} role="group" aria-label={group.heading ?? label}>
            {group.heading && (
              <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-faint">
                {group.heading}
              </p>
            )}
            {group.choices.map((choice) => (
              <div
                key={choice.key}
                id={idOf(choice)}
                role="option"
                aria-selected={choice === active}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onPoint(choice.key)}
                onClick={choice.onSelect}
                className={classNames(
                  'flex cursor-default items-center rounded-md text-sm aria-selected:bg-hover',
                  large ? 'min-h-9 gap-3 px-2.5' : 'min-h-8 gap-2 px-2',
                )}
              >
                {choice.view}
              </div>
            ))}
          </div>
        ))}
    </div>
  );
}
