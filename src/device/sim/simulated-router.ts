// The simulated router: its configuration, what it knows in RAM, its clock, and the way every command takes through it.
// Pure state: no sockets and no timers; time passes when somebody calls `advance`.

import type { MenuPath } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Target } from '../../profile/target.ts';
import type { Clock, Row } from '../device.ts';
import { answerVerb } from './answer-verb.ts';
import { type OffloadedRoutes, offloadRoutes } from './chip/route-driver.ts';
import { type Derived, derive } from './derived/derive.ts';
import { DeviceState } from './device-state.ts';
import { Effort } from './effort.ts';
import { faultOccurs } from './fault-injection.ts';
import type { FaultName, Faults } from './faults.ts';
import { ForwardingPlane } from './forwarding-plane.ts';
import { handlers } from './handlers.ts';
import { isPathUp, type ManagementPath } from './management.ts';
import { checkPolicies } from './policies.ts';
import type { Random } from './random.ts';
import type { Readings } from './readings.ts';
import type { Releases } from './releases.ts';
import { type Answer, isChange, type Login, type Request } from './request.ts';
import type { DeviceImage, Router } from './router.ts';
import type { Vocabulary } from './script/parser-scope.ts';
import type { Value } from './script/values.ts';
import { vocabularyOf } from './script/vocabulary.ts';
import { simulatedSerial } from './simulated-serial.ts';
import { type SimMenus, simMenus } from './store/sim-menu.ts';
import { Store } from './store/store.ts';
import { runVerb } from './store/verbs.ts';
import { Jobs } from './system/jobs.ts';
import { Journal } from './system/journal.ts';
import { RouterSchedulers } from './system/schedulers.ts';
import { installPackages } from './system/software.ts';
import { atOnce, type Task, Tasks, type Work } from './task.ts';
import { Trap, traps } from './trap.ts';

export interface RouterOptions
  extends Pick<
    Router,
    'target' | 'clock' | 'random' | 'turns' | 'answerMs' | 'faults' | 'readings' | 'commandMs' | 'releases' | 'pace'
  > {
  /** Absent: sessions are out of band. */
  readonly management?: ManagementPath;
}

/** How long the simulated device is away when it reboots. */
const bootMs = 45_000;

/** What a derivation costs, and each row of the device in it. */
const stepsToDerive = 2000;
const stepsOfRow = 3;

export class SimulatedRouter implements Router {
  #target: Target;
  #menus: SimMenus;
  #vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly random: Random;
  readonly turns: Random;
  readonly answerMs: number;
  faults: Faults;
  readonly readings: Readings;
  readonly sensors: Router['sensors'] = new Map([['cpu-temperature', { value: '48', type: 'C' }]]);
  readonly struck: FaultName[] = [];
  readonly commandMs: number;
  readonly releases: Releases;
  readonly pace: number;
  readonly store = new Store();
  readonly effort = new Effort();
  readonly tasks = new Tasks();
  readonly jobs = new Jobs();
  readonly journal = new Journal();
  readonly schedulers = new RouterSchedulers(this);
  readonly forwarding = new ForwardingPlane();
  readonly device: DeviceState;
  readonly globals = new Map<string, { readonly value: Value; readonly owner: string }>();
  readonly onReboot = new Set<() => void>();
  readonly sessions = new Set<{ notify(): void; close(reason: string): void }>();
  readonly foreignEdits: string[] = [];
  #now: number;
  #derived: { readonly revision: number; readonly value: Derived } | undefined;
  #offloaded: { readonly key: string; readonly value: OffloadedRoutes } | undefined;
  #upAt: number;
  #isQuiet = false;
  #toldRevision = -1;

  readonly #management: ManagementPath | undefined;

  constructor(options: RouterOptions) {
    const { target, clock, management } = options;
    if (management && !target.ports.has(management.port)) throw new Trap(`there is no port ${management.port}`);
    this.#management = management;
    this.#target = target;
    this.clock = clock;
    this.random = options.random;
    this.turns = options.turns;
    this.answerMs = options.answerMs;
    this.faults = options.faults;
    this.readings = options.readings;
    this.commandMs = options.commandMs;
    this.releases = options.releases;
    this.pace = options.pace;
    this.#menus = simMenus(target);
    this.#vocabulary = vocabularyOf(target);
    this.#now = clock.now();
    this.#upAt = this.#now;
    this.device = new DeviceState(simulatedSerial(target.model));
    this.device.firmware = target.routeros.text;
  }

  get target(): Target {
    return this.#target;
  }

  get menus(): SimMenus {
    return this.#menus;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  get now(): number {
    return this.#now;
  }

  get deviceTime(): number {
    return this.#now + this.device.clockOffsetMs;
  }

  get bootedAt(): number {
    return this.#upAt;
  }

  get isUp(): boolean {
    return this.#now >= this.#upAt;
  }

  derived(): Derived {
    const revision = this.store.networkRevision;
    if (this.#derived?.revision !== revision) {
      this.effort.spend(stepsToDerive + stepsOfRow * this.store.size);
      this.#derived = { revision, value: derive(this) };
    }
    return this.#derived.value;
  }

  offloaded(): OffloadedRoutes {
    const hosts = this.forwarding.hostCounts();
    const key = `${this.store.networkRevision} ${hosts[4]} ${hosts[6]}`;
    if (this.#offloaded?.key !== key) {
      const { plane, candidates } = this.derived();
      this.#offloaded = { key, value: offloadRoutes(plane, candidates, hosts) };
    }
    return this.#offloaded.value;
  }

  nextEventAt(): number | undefined {
    const times = [this.tasks.nextAt(), this.schedulers.nextAt()].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  advance(): void {
    const target = this.clock.now();
    for (let next = this.nextEventAt(); next !== undefined && next <= target; next = this.nextEventAt()) {
      this.#now = Math.max(this.#now, next);
      this.tasks.runDue(this.#now);
      this.schedulers.runDue();
    }
    this.#now = Math.max(this.#now, target);
  }

  afterCommand(): void {
    if (this.#toldRevision === this.store.revision) return;
    this.#toldRevision = this.store.revision;
    if (!this.isReachable()) {
      for (const session of [...this.sessions]) session.close('the way to the device is cut');
    }
    for (const session of this.sessions) session.notify();
  }

  isReachable(): boolean {
    const isFlapping = this.device.portsDownUntil > this.now;
    return this.#management === undefined || isFlapping || isPathUp(this, this.#management);
  }

  start(work: Work<void>, delayMs = 0): Task {
    return this.tasks.start(work, this.#now, delayMs);
  }

  *execute(request: Request, login: Login): Work<Answer> {
    checkPolicies(request, login);
    if (isChange(request.verb) && faultOccurs(this, 'commandRefused')) throw traps.actionFailed();
    const handler = handlers[`${request.menu} ${request.verb}`];
    if (handler) return yield* handler(this, request, login);
    if (!this.menus.menu(request.menu) && this.menus.isPath(request.menu)) throw traps.noSuchCommand();
    return answerVerb(this, request, login);
  }

  quietly<T>(work: () => T): T {
    const before = this.#isQuiet;
    this.#isQuiet = true;
    try {
      return work();
    } finally {
      this.#isQuiet = before;
    }
  }

  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  bootFrom({ software, ...image }: DeviceImage): void {
    this.store.restore(image);
    const running = software && this.releases.target(software.routeros);
    if (running) this.#become(running);
    if (software) this.device.firmware = software.firmware;
    this.#upAt = this.#now;
    this.#loseFilesInRam();
    this.schedulers.boot();
  }

  #loseFilesInRam(): void {
    for (const row of [...this.store.rows('/file')]) {
      const name = row.values.get('name') ?? '';
      if (this.device.hasFlashFolder && name !== 'flash' && !name.startsWith('flash/')) this.store.remove(row);
    }
  }

  reboot(): void {
    this.tasks.cancelAll();
    this.jobs.clear();
    this.globals.clear();
    this.journal.clear();
    this.device.loseRam();
    this.forwarding.clear();
    this.#upAt = this.#now + bootMs * this.pace;
    for (const notify of [...this.onReboot]) notify();
    const next = installPackages(this);
    if (next) this.#become(next);
    if (next && faultOccurs(this, 'bootFails')) this.#upAt = Number.POSITIVE_INFINITY;
    this.#loseFilesInRam();
    if (faultOccurs(this, 'clockJump')) {
      // The clock of these devices has no battery; NTP mends it some time after the boot.
      const correct = this.device.clockOffsetMs;
      this.device.clockOffsetMs = Date.UTC(1970, 0, 2) - this.#upAt;
      this.start(
        atOnce(() => this.#turnClock(correct)),
        bootMs + this.random.between(0, 600_000),
      );
    }
    this.schedulers.boot();
    this.store.touch();
  }

  /** The same device with another RouterOS, which has no name for some of what was set. */
  #become(target: Target): void {
    this.#target = target;
    this.#menus = simMenus(target);
    this.#vocabulary = vocabularyOf(target);
    for (const path of [...this.store.menus]) {
      const menu = this.#menus.menu(path);
      for (const row of menu && !menu.open ? this.store.rows(path) : []) {
        const lost = [...row.values.keys()].filter((name) => !name.startsWith('.') && !menu?.properties.has(name));
        this.store.assign(row, Object.fromEntries(lost.map((name) => [name, undefined])));
      }
    }
  }

  #turnClock(offsetMs: number): void {
    this.device.clockOffsetMs = offsetMs;
    this.schedulers.clockChanged();
  }

  knows(since: string): boolean {
    return isAtLeastVersion(this.target.routeros, since);
  }

  rows(path: MenuPath): readonly Row[] {
    const menu = this.menus.menu(path);
    return menu
      ? runVerb(this, menu, { menu: path, verb: 'print', args: new Map(), cleared: [], query: [] }).answer.rows
      : [];
  }
}
