import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../../components/class-names.js';
import { Checkbox } from '../../../components/controls/inputs.js';
import { Copyable } from '../copyable.js';
import type { EventTypeFacts } from '../event-types.js';
import { TEXTS } from './texts.js';

interface TypeRowProps {
  facts: EventTypeFacts;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function TypeRow({ facts, isChosen, onChoose, isOpen, onOpen }: TypeRowProps) {
  const { type, summary, sentence, dataSchema, exampleEvent } = facts;
  const panel = useId();
  return (
    <li>
      <div className="flex items-start gap-3 px-4 hover:bg-hover">
        <Checkbox
          aria-label={TEXTS.inFilter(type)}
          className="mt-3"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-3 py-2 text-left text-sm"
        >
          <span className="min-w-0 flex-1">
            <code className="block font-mono text-xs font-medium break-all">{type}</code>
            <span className="text-muted">{summary}</span>
          </span>
          <ChevronDown
            aria-hidden
            className={classNames('mt-1 size-4 shrink-0 text-faint', isOpen && 'rotate-180')}
          />
        </button>
      </div>
      <div id={panel} hidden={!isOpen} className="pr-4 pb-4 pl-11">
        {isOpen && (
          <div className="grid gap-3 text-sm">
            <p className="break-words">
              <span className="text-muted">{TEXTS.sentence}:</span> {sentence}
            </p>
            <Copyable label={TEXTS.example} text={JSON.stringify(exampleEvent, null, 2)} />
            <p className="text-xs text-muted">
              {TEXTS.schema}: <code className="font-mono break-all">{dataSchema}</code>
            </p>
          </div>
        )}
      </div>
    </li>
  );
}
