import { Boxes } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from '../../components/controls/button.js';
import { CopyableId } from '../../components/controls/copy-button.js';
import { Field } from '../../components/controls/field.js';
import { Checkbox, Input, SearchInput, Select, TextArea } from '../../components/controls/inputs.js';
import { Person } from '../../components/people/person.js';
import { Time } from '../../components/data/time.js';
import { Badge, type Tone } from '../../components/feedback/badge.js';
import { Banner } from '../../components/feedback/banner.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { Progress } from '../../components/feedback/progress.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { toast } from '../../components/feedback/toasts.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { Tabs } from '../../components/layout/tabs.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { Menu, MenuItem, MenuSeparator } from '../../components/overlays/menu.js';

const BUTTONS: ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger'];
const TONES: Tone[] = ['neutral', 'good', 'bad', 'warn', 'accent'];

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

/** Every component in its states, for development. Not shipped. */
export function ComponentsPage() {
  const [tab, setTab] = useState('one');
  const [open, setOpen] = useState(false);
  return (
    <Page title="Components" subtitle="In development only.">
      <Buttons />
      <Fields />
      <Feedback />
      <Card title="Layers and data">
        <div className="grid gap-4">
          <Tabs
            label="Tabs"
            tabs={[
              ['one', 'One'],
              ['two', 'Two'],
            ]}
            current={tab}
            panel="panel"
            onChange={setTab}
          />
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            {tab}
          </div>
          <Row>
            <Menu trigger={<Button>Menu</Button>} align="start">
              <MenuItem onSelect={() => toast('Chosen.')}>Choose</MenuItem>
              <MenuSeparator />
              <MenuItem danger onSelect={() => toast('Removed.')}>
                Remove
              </MenuItem>
            </Menu>
            <Button onClick={() => setOpen(true)}>Dialog</Button>
            <Time at={new Date().toISOString()} />
            <CopyableId id="user_01M83NZ07QGTP56J1B0F6KMFPH" />
          </Row>
          <Person id="1" name="Ada Lovelace" email="ada@acme.example" />
        </div>
      </Card>
      {open && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          Its content.
        </Dialog>
      )}
    </Page>
  );
}

function Buttons() {
  return (
    <Card title="Buttons">
      <div className="grid gap-3">
        <Row>
          {BUTTONS.map((kind) => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
        </Row>
        <Row>
          {BUTTONS.map((kind) => (
            <Button key={kind} kind={kind} small disabled>
              {kind}
            </Button>
          ))}
          <Button kind="primary" busy>
            At work
          </Button>
        </Row>
      </div>
    </Card>
  );
}

function Fields() {
  return (
    <Card title="Fields">
      <div className="grid max-w-md gap-4">
        <SearchInput aria-label="Search" placeholder="Search" />
        <Field label="Name" hint="As people know it.">
          {(control) => <Input {...control} defaultValue="prod" />}
        </Field>
        <Field label="Email" error="Not an address.">
          {(control) => <Input {...control} defaultValue="ada@" />}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select {...control}>
              <option>Owner</option>
            </Select>
          )}
        </Field>
        <Field label="Notes">{(control) => <TextArea {...control} />}</Field>
        <Row>
          <Checkbox aria-label="Off" /> <Checkbox aria-label="On" defaultChecked />{' '}
          <Checkbox aria-label="Mixed" mixed />
        </Row>
      </div>
    </Card>
  );
}

function Feedback() {
  return (
    <Card title="Feedback">
      <div className="grid gap-3">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Banner>Something to know.</Banner>
        <Banner tone="warn" title="Before you apply">
          Something to think of.
        </Banner>
        <Problem error={new Error('What went wrong.')} retry={() => undefined} />
        <Progress label="Progress" value={3} of={10} />
        <SkeletonRows count={2} />
        <EmptyState icon={Boxes} title="Nothing here" action={<Button>Do something</Button>}>
          What this is.
        </EmptyState>
      </div>
    </Card>
  );
}
