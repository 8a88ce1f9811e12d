import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/controls/copy-button.js';
import { Card } from '../../../components/layout/card.js';
import { Tabs } from '../../../components/layout/tabs.js';
import { SIGN_IN_PAGE } from '../../pages.js';
import { GUIDES, type Provider, type Step, type Value } from './guides.js';
import { TEXTS } from './texts.js';

interface SetUpGuideProps {
  accountId: string;
  baseUrl: string | null;
  provider: Provider;
  onProvider: (provider: Provider) => void;
}

const LINK = 'text-accent hover:underline';
/** What the reference of the API calls it, and what it says. */
const REFERENCE = [
  ['Scim', TEXTS.referenceOfScim],
  ['ScimSetUp', TEXTS.referenceOfSetUp],
] as const;
const TABS = Object.entries(TEXTS.providers) as [Provider, string][];

/** Step by step, in the words of the console of the identity provider. */
export function SetUpGuide({ accountId, baseUrl, provider, onProvider }: SetUpGuideProps) {
  return (
    <Card title={TEXTS.setUp}>
      <Tabs label={TEXTS.setUp} tabs={TABS} current={provider} onChange={onProvider} panel="guide" />
      <div role="tabpanel" id="guide" aria-labelledby={`tab-${provider}`} className="mt-4 grid gap-5">
        <ol className="grid list-decimal gap-4 pl-5 text-sm marker:text-faint">
          {GUIDES[provider].map((step) => (
            <StepItem key={step.what} step={step} baseUrl={baseUrl} />
          ))}
        </ol>
      </div>
      <ul aria-label={TEXTS.further} className="mt-5 grid gap-1 border-t border-line pt-3 text-sm">
        <li>
          <Link to={SIGN_IN_PAGE.to} params={{ account: accountId }} className={LINK}>
            {TEXTS.signIn}
          </Link>
        </li>
        {REFERENCE.map(([tag, text]) => (
          <li key={tag}>
            <Link to="/docs" search={{ tag }} className={LINK}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StepItem({ step: { what, fields, note }, baseUrl }: { step: Step; baseUrl: string | null }) {
  return (
    <li className="pl-1">
      <p className="break-words">
        <Marked text={what} />
      </p>
      {fields && (
        <dl className="mt-2 divide-y divide-line rounded-md border border-line bg-sunken">
          {fields.map(([field, value]) => (
            <div key={field} className="grid items-baseline gap-x-4 px-3 py-1.5 sm:grid-cols-[13rem_1fr]">
              <dt className="text-muted">{field}</dt>
              <dd className="min-w-0 break-words">
                <Entered field={field} value={value} baseUrl={baseUrl} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {note && (
        <p className="mt-1.5 text-xs break-words text-muted">
          <Marked text={note} />
        </p>
      )}
    </li>
  );
}

/** What is between asterisks stands out. */
function Marked({ text }: { text: string }) {
  return text.split('*').map((part, at) =>
    at % 2 === 1 ? (
      <strong key={at} className="font-semibold text-ink">
        {part}
      </strong>
    ) : (
      part
    ),
  );
}

interface EnteredProps {
  field: string;
  value: Value;
  baseUrl: string | null;
}

function Entered({ field, value, baseUrl }: EnteredProps) {
  if (typeof value === 'string') return value;
  if ('is' in value && value.is === 'key') return TEXTS.thisKey;
  const text = 'copy' in value ? value.copy : value.is === 'address' ? baseUrl : `${location.origin}/login`;
  if (text === null) return TEXTS.noBaseUrl;
  return (
    <span className="-my-0.5 flex max-w-full min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={TEXTS.copy(field)} />
    </span>
  );
}
