import type { Archive, KeptState, Replay } from '../state/bus-state.js';
import { compileEventPattern } from './event-pattern.js';
import { optionalText, page, requiredText, requiredTime, type Input } from '../state/inputs.js';
import type { Journal, JournalRecord } from './journal.js';
import { archiveArn, busArn, replayArn } from '../state/names.js';
import { busName } from './put-events.js';
import { BusError, notFound, validationError, type Operation } from '../state/wire.js';

const MAX_NAME = 48;
const PAGE = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The journal keeps every event: an archive only says which of them it contains. */
export class Archives {
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: KeptState,
    private readonly journal: Journal,
  ) {}

  /** Continues replays that a restart interrupted. */
  resume(): void {
    for (const replay of this.state.replays)
      if (replay.State === 'STARTING' || replay.State === 'RUNNING') this.begin(replay);
  }

  async stop(): Promise<void> {
    await this.work;
  }

  operations(): Record<string, Operation> {
    return {
      CreateArchive: (input) => this.createArchive(input),
      DescribeArchive: (input) => describedArchive(this.archive(input)),
      ListArchives: (input) => {
        const { items, ...next } = page(this.state.archives, input);
        return { Archives: items.map(describedArchive), ...next };
      },
      DeleteArchive: (input) => {
        const archive = this.archive(input);
        this.state.archives = this.state.archives.filter((each) => each !== archive);
        this.state.save();
      },
      StartReplay: (input) => this.startReplay(input),
      DescribeReplay: (input) => describedReplay(this.replay(input)),
      ListReplays: (input) => {
        const { items, ...next } = page(this.state.replays, input);
        return { Replays: items.map(describedReplay), ...next };
      },
      CancelReplay: (input) => {
        const replay = this.replay(input);
        if (replay.State === 'COMPLETED' || replay.State === 'CANCELLED')
          throw new BusError('IllegalStatusException', `Replay ${replay.ReplayName} is not running.`);
        replay.State = 'CANCELLED';
        replay.endedAt = Date.now();
        this.state.save();
        return { ReplayArn: replayArn(replay.ReplayName), State: 'CANCELLING' };
      },
    };
  }

  private createArchive(input: Input) {
    const ArchiveName = requiredText(input, 'ArchiveName', MAX_NAME);
    const EventSourceArn = requiredText(input, 'EventSourceArn', 1_600, /^arn:/);
    const bus = busName(EventSourceArn);
    if (!this.state.buses.includes(bus)) throw notFound(`Event bus ${bus} does not exist.`);
    if (this.state.archives.some((archive) => archive.ArchiveName === ArchiveName))
      throw new BusError('ResourceAlreadyExistsException', `Archive ${ArchiveName} already exists.`);
    const EventPattern = optionalText(input, 'EventPattern');
    if (EventPattern) compileEventPattern(EventPattern);
    const Description = optionalText(input, 'Description', 512);
    const archive: Archive = {
      ArchiveName,
      EventSourceArn,
      RetentionDays: Number(input['RetentionDays'] ?? 0),
      createdAt: Date.now(),
      afterSeq: this.journal.lastSeq,
      ...(EventPattern ? { EventPattern } : {}),
      ...(Description ? { Description } : {}),
    };
    this.state.archives.push(archive);
    this.state.save();
    return { ArchiveArn: archiveArn(ArchiveName), State: 'ENABLED', CreationTime: archive.createdAt / 1000 };
  }

  private startReplay(input: Input) {
    const ReplayName = requiredText(input, 'ReplayName', 64);
    if (this.state.replays.some((replay) => replay.ReplayName === ReplayName))
      throw new BusError('ResourceAlreadyExistsException', `Replay ${ReplayName} already exists.`);
    const archive = this.archiveByArn(requiredText(input, 'EventSourceArn', 1_600, /^arn:/));
    const Destination = input['Destination'] as Replay['Destination'] | undefined;
    if (Destination?.Arn !== archive.EventSourceArn)
      throw validationError(
        'Parameter Destination.Arn is not valid. Reason: Must be the event bus of the archive.',
      );
    const [from, to] = [requiredTime(input, 'EventStartTime'), requiredTime(input, 'EventEndTime')];
    if (from >= to) throw validationError('EventStartTime must be before EventEndTime.');
    const replay: Replay = {
      ReplayName,
      EventSourceArn: archiveArn(archive.ArchiveName),
      Destination,
      from,
      to,
      State: 'STARTING',
      startedAt: Date.now(),
      position: archive.afterSeq,
    };
    this.state.replays.push(replay);
    this.state.save();
    this.begin(replay);
    return { ReplayArn: replayArn(ReplayName), State: 'STARTING', ReplayStartTime: replay.startedAt / 1000 };
  }

  private begin(replay: Replay): void {
    this.work = this.work.then(() => this.run(replay)).catch(() => {});
  }

  private async run(replay: Replay): Promise<void> {
    const archive = this.archiveByArn(replay.EventSourceArn);
    const matches = archive.EventPattern ? compileEventPattern(archive.EventPattern) : () => true;
    const bus = busName(archive.EventSourceArn);
    const oldest = archive.RetentionDays > 0 ? Date.now() - archive.RetentionDays * DAY_MS : 0;
    const end = this.journal.lastSeq;
    replay.State = 'RUNNING';
    const isArchived = ({ bus: of, replay: isReplay, acceptedAt, event }: JournalRecord) =>
      of === bus &&
      !isReplay &&
      acceptedAt >= Math.max(replay.from, oldest) &&
      acceptedAt <= replay.to &&
      matches(event);
    const { FilterArns } = replay.Destination;
    while (replay.position < end && (replay.State as string) !== 'CANCELLED') {
      const records = await this.journal.read(replay.position, Math.min(PAGE, end - replay.position));
      const again = records.filter(isArchived).map(({ event }) => ({
        bus,
        acceptedAt: Date.now(),
        event: { ...event, 'replay-name': replay.ReplayName },
        replay: { name: replay.ReplayName, ...(FilterArns ? { rules: FilterArns } : {}) },
      }));
      if (again.length > 0) await this.journal.append(again);
      replay.position = records.at(-1)?.seq ?? end;
      this.state.save();
    }
    if ((replay.State as string) === 'CANCELLED') return;
    replay.State = 'COMPLETED';
    replay.endedAt = Date.now();
    this.state.save();
  }

  private archive(input: Input): Archive {
    return this.archiveByArn(archiveArn(requiredText(input, 'ArchiveName', MAX_NAME)));
  }

  private archiveByArn(arn: string): Archive {
    const found = this.state.archives.find((archive) => archiveArn(archive.ArchiveName) === arn);
    if (!found) throw notFound(`Archive ${arn.slice(arn.lastIndexOf('/') + 1)} does not exist.`);
    return found;
  }

  private replay(input: Input): Replay {
    const name = requiredText(input, 'ReplayName', 64);
    const found = this.state.replays.find((replay) => replay.ReplayName === name);
    if (!found) throw notFound(`Replay ${name} does not exist.`);
    return found;
  }
}

function describedArchive({ createdAt, afterSeq: _, ...archive }: Archive) {
  return {
    ...archive,
    ArchiveArn: archiveArn(archive.ArchiveName),
    State: 'ENABLED',
    CreationTime: createdAt / 1000,
  };
}

function describedReplay({ from, to, startedAt, endedAt, position: _, ...replay }: Replay) {
  return {
    ...replay,
    ReplayArn: replayArn(replay.ReplayName),
    EventStartTime: from / 1000,
    EventEndTime: to / 1000,
    ReplayStartTime: startedAt / 1000,
    ...(endedAt === undefined ? {} : { ReplayEndTime: endedAt / 1000 }),
    Destination: { ...replay.Destination, Arn: busArn(busName(replay.Destination.Arn)) },
  };
}
