import type { Run } from '../run/simulate.js';

/** A situation that a test by hand would have to arrange: by what its run's trace, or the answers of its commands, must show. */
type Sign = { trace: RegExp } | { outcome: RegExp };

const canceled = 'TransactionCanceledException';
const refused = 'ConditionalCheckFailedException';

export const SITUATIONS: Record<string, Sign> = {
  'an API is killed': { trace: /^\d+ api\S* is killed/m },
  'a stream processor is killed': { trace: /^\d+ processor\S* is killed/m },
  'a process starts for the fourth time': { trace: /^\d+ \S+\.4 starts/m },
  'a stream processor freezes for longer than its leases last': {
    trace: /^\d+ processor\S* freezes for (1[1-9]|2\d)\d{3} ms/m,
  },
  'an API freezes': { trace: /^\d+ api\S* freezes/m },
  'a clock runs fast': { trace: /has a clock of rate 1\.0/ },
  'a clock runs slow': { trace: /has a clock of rate 0\.9/ },
  'a clock is set back': { trace: /clock set by -/ },
  'a clock is set forward': { trace: /clock set by \d/ },
  'an API is cut off from the table': { trace: /cuts api\S* table/ },
  'a stream processor is cut off from the table': { trace: /cuts processor\S* table/ },
  'a stream processor is cut off from the bus': { trace: /cuts processor\S* bus/ },
  'nothing reads the stream for a day': { trace: /no stream processor for a day/ },
  'records of the stream are trimmed before they are read': { trace: /RECORDS MISSING/ },
  'events are published again from the logs': { trace: /NOTICE REPAIRED/ },
  'an iterator of the stream expires': { trace: /ExpiredIteratorException/ },
  'a shard ends, and a child is read': { trace: /lease:publisher\S*shardId-0*[1-9]\d*-\d+: ok/ },
  'four shards are read at once': { trace: /lease:publisher\S*shardId-\d+-0*3: ok/ },
  'the lease of the publisher is lost': { trace: new RegExp(`UpdateItem lease:publisher\\S*: ${refused}`) },
  'the lease of the feeder is lost': { trace: new RegExp(`UpdateItem lease:feeder\\S*: ${refused}`) },
  'the lease of the jobs is lost': { trace: new RegExp(`UpdateItem lease:jobs\\S*: ${refused}`) },
  'the lease of the projector is lost': { trace: new RegExp(`UpdateItem lease:projector\\S*: ${refused}`) },
  'a lease cannot be renewed': { trace: /NOTICE The lease of shard/ },
  'two append to one feed': { trace: new RegExp(`PutItem feed:\\S*: ${refused}`) },
  'two write one count': { trace: new RegExp(`UpdateItem \\S*counts: ${refused}`) },
  'two commands commit to one user': {
    trace: new RegExp(`api\\S* table TransactWriteItems .*user:.*: ${canceled}`),
  },
  'two commands commit to one service group': {
    trace: new RegExp(`api\\S* table TransactWriteItems .*servicegroup:.*: ${canceled}`),
  },
  'the request of a commit is lost': { trace: /api\S* table TransactWriteItems .*: request lost/ },
  'the answer to a commit is lost': { trace: /api\S* table TransactWriteItems .*: answer lost/ },
  'the answer to a write of a stream processor is lost': {
    trace: /processor\S* table (Put|Update|TransactWrite)Items? .*: answer lost/,
  },
  'the answer to a checkpoint is lost': { trace: /UpdateItem lease:\S*: answer lost/ },
  'the answer of the bus is lost': { trace: /bus PutEvents \d+: answer lost/ },
  'the table throttles a commit': { trace: /: ThrottlingException/ },
  'a client waits in vain for an API': { trace: /client-\d+ api\S* .*: no answer/ },
  'a command ends without an answer': { outcome: /: unknown/ },
  'a membership ends by itself': {
    trace: /processor\S* table TransactWriteItems .*events:user.*due:\S+: ok/,
  },
  'a stalled job is resumed': { trace: /NOTICE RESUMED/ },
  'a guard lets somebody in': { outcome: /guard: true/ },
  'a guard is killed': { trace: /^\d+ guard\S* is killed/m },
  'a guard freezes': { trace: /^\d+ guard\S* freezes/m },
  'the answer to a guard is lost': { trace: /^\d+ guard\S* api\S* GET .*: answer lost/m },
  'a subscriber is killed': { trace: /^\d+ subscriber\S* is killed/m },
  'two processes of a subscription commit at once': { trace: /database COMMIT: ConflictError/ },
  'the answer to a commit of a subscriber is lost': { trace: /database COMMIT: answer lost/ },
  'a subscriber begins from a snapshot': { trace: /^\d+ subscriber\S* api\S* GET \S*snapshot: ok/m },
  'a subscriber is cut off from its database': { trace: /cuts subscriber\S* database/ },
  'a subscriber does not take a delivery': { trace: /subscriber\S* does not take/ },
  'a receiver hangs': { trace: /receivers hangs/ },
  'a receiver answers too late': { trace: /receivers is late/ },
  'a receiver is gone, and its endpoint is disabled': {
    trace: /webhooks\S* table TransactWriteItems .*\|webhook-endpoint:.*: ok/,
  },
  'the answer of a receiver is lost': { trace: /receivers POST .*: answer lost/ },
  'webhooks are cut off from the table': { trace: /cuts webhooks\S* table/ },
  'an event is sent again after its sender was killed': { trace: /receivers gets .* after a kill/ },
  'two processes want the queue of one endpoint': {
    trace: new RegExp(`UpdateItem webhook-endpoint:\\S*queue: ${refused}`),
  },
  'events of before an endpoint was known are read from the log': { trace: /webhooks\S* table Query log:/ },
  'an endpoint is enabled again': { outcome: /enable endpoint: done/ },
  'a user is invited': { outcome: /invite user: done/ },
  'a mailer is killed': { trace: /^\d+ mailer\S* is killed/m },
  'a mail is sent': { trace: /mail service MAIL .*: ok/ },
  'a mailer asks whom to mail': { trace: /POST notices\/inspect: ok/ },
  'an event is delivered again by hand': { outcome: /redeliver: done/ },
  'missed deliveries are recovered': { outcome: /recover deliveries: done/ },
  'a change is undone': { outcome: /undo: done/ },
  'a change that was superseded is to be undone': { outcome: /undo: change_superseded/ },
  'a change is undone by a job': { outcome: /undo by a job: done/ },
  'users are imported': { outcome: /import users: done/ },
  'users are changed together by a job': { outcome: /change users together: done/ },
  'a request for access is approved': { outcome: /approve a request: done/ },
  'a request for access was decided before': { outcome: /a request: access_request_decided/ },
  'an email is taken': { outcome: /: email_taken/ },
  'the last owner is to go': { outcome: /owner/ },
  'a limit is reached': { outcome: /: limit_reached/ },
  'a user is erased': { outcome: /erase user: done/ },
  'a user is changed who is gone': { outcome: /change user: user_not_found/ },
  'an account is suspended': { outcome: /: account_suspended/ },
  'a command meets a service group that is gone': { outcome: /: service_group_not_found/ },
};

export function situationsOf({ world, record }: Run): string[] {
  const trace = world.scheduler.trace.lines.join('\n');
  const outcomes = [...record.outcomes.keys()].join('\n');
  return Object.entries(SITUATIONS).flatMap(([name, sign]) =>
    ('trace' in sign ? sign.trace.test(trace) : sign.outcome.test(outcomes)) ? [name] : [],
  );
}
