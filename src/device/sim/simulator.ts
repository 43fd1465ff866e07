// A MikroTik device without hardware: configuration, scripts, schedulers and a switch chip, on a clock that comes in
// from outside. It opens no sockets and starts no timers; `server.ts` and `sim-device.ts` do that for it.

import type { MenuPath } from '../../model/config.ts';
import type { Target } from '../../profile/target.ts';
import type { Credentials } from '../api/login.ts';
import type { Clock, Row } from '../device.ts';
import type { Packet, PacketTrace } from './chip/packet.ts';
import type { Host } from './chip/tables.ts';
import { monitorL3hw } from './derived/l3hw-monitor.ts';
import { faultOccurs } from './fault-injection.ts';
import { type FaultName, type Faults, noFaults } from './faults.ts';
import type { ManagementPath } from './management.ts';
import { allPolicies } from './policies.ts';
import { createRandom } from './random.ts';
import { type Readings, worstReadings } from './readings.ts';
import { noReleases, type Releases } from './releases.ts';
import type { Answer, Request } from './request.ts';
import type { DeviceImage, Router } from './router.ts';
import { ApiSession, type SessionEvents } from './session.ts';
import { SimulatedRouter } from './simulated-router.ts';
import { type ExportStyle, exportConfig } from './system/export.ts';
import { factoryScript } from './system/factory-script.ts';
import { loadExport, loadStepsMax, type NotLoaded } from './system/load-export.ts';
import { runText } from './system/run-script.ts';
import { seedRouter } from './system/seed.ts';
import { endSessions, giveRightsBack, logIn, removePolicy } from './system/users.ts';
import { finish } from './task.ts';

export interface SimulatorOptions {
  readonly target: Target;
  readonly clock: Clock;
  readonly seed?: number;
  readonly faults?: Partial<Faults>;
  /** The worst by default. */
  readonly readings?: Partial<Readings>;
  /** RouterOS script that is imported before anybody can connect: an export. Throws a Trap when it fails. */
  readonly script?: string;
  readonly credentials?: Credentials;
  /** Time that one changing command of a script takes, in ms; 1 by default. */
  readonly commandMs?: number;
  /** Each tagged command of a session waits up to so many ms before it runs; 0 by default. */
  readonly answerMs?: number;
  /** Start from the configuration of a boxed device instead of an empty one. */
  readonly defconf?: boolean;
  /** An export that is loaded as far as this device can take it; `notLoaded` tells the rest. */
  readonly load?: string;
  /** Steps that loading may take, besides one for each character. */
  readonly loadStepsMax?: number;
  /** Ties sessions to a port, where a Trap says that the device does not have it; absent = out of band. */
  readonly management?: ManagementPath;
  /** What an earlier simulator saved; `script` and `credentials` are ignored then. */
  readonly image?: DeviceImage;
  /** Other releases of RouterOS, for upgrades; none by default. */
  readonly releases?: Releases;
  /** What starts and downloads take, as a multiple of what they usually do; 1 by default. */
  readonly pace?: number;
  /** Packages besides RouterOS itself. */
  readonly packages?: readonly string[];
}

/** Menus with their rows in order, as stored: set properties only, in export spelling. */
export type Snapshot = Readonly<Record<MenuPath, readonly Row[]>>;

export interface Simulator {
  readonly target: Target;
  readonly clock: Clock;
  /** A new API session; undefined while the device is rebooting. The first sentence has to be `/login`. */
  connect(events: SessionEvents, address?: string): ApiSession | undefined;
  /** Lets happen what is due at the clock's time. */
  advance(): void;
  /** When something happens next by itself, in ms since the epoch; undefined when nothing will. */
  nextEventAt(): number | undefined;
  /** Power off and on. */
  reboot(): void;
  /** The configuration, without what the device keeps for itself. */
  snapshot(): Snapshot;
  /** Everything that survives a reboot. */
  image(): DeviceImage;
  /** Runs RouterOS script with full rights and without faults; `:delay` does not wait. Throws a Trap. */
  run(script: string): void;
  /** The rows of a menu as the API would print them, without faults. */
  print(menu: MenuPath): readonly Row[];
  /** Lines of `load` that this device did not take. */
  readonly notLoaded: readonly NotLoaded[];
  /** The configuration as `/export` writes it. */
  export(style?: ExportStyle): string;
  isMenu(path: string): boolean;
  /** A menu with one row and no ids. */
  isSettings(path: MenuPath): boolean;
  /** One command of a user over REST or the like; undefined when the login is wrong. Throws a Trap. */
  request(credentials: Credentials, wanted: Request): Answer | undefined;
  /**
   * Sends one packet in, and tells what became of it. What it teaches the device (MAC addresses, connections) stays.
   */
  inject(packet: Packet): PacketTrace;
  /** The numbers of the L3 offloading driver; empty on devices whose chip does not route. */
  monitor(): Row;
  /** Plugs in something that answers ARP and neighbour solicitations; without it no packet reaches that address. */
  attach(host: Host): void;
  /** Every attached host sends something to its gateway, so that MAC addresses and neighbours are known. */
  settle(): void;
  /** What a sensor shows from now on: a value and its unit, as `/system/health` prints them. */
  feel(name: string, value: string, type: string): void;
  /** Pulls or puts back a cable. */
  setLink(port: string, isUp: boolean): void;
  /** Joins two ports, by their factory names, with a cable. */
  join(port: string, other: string): void;
  /** What other administrators did, as commands. */
  readonly foreignEdits: readonly string[];
  /** An administrator ends all sessions. */
  endSessions(): void;
  /** Undoes what `policyLost` did to users. */
  giveRightsBack(): void;
  /** What can go wrong from now on. */
  setFaults(faults: Partial<Faults>): void;
  /** What has gone wrong so far, in order. */
  readonly struck: readonly FaultName[];
}

const operator = { name: 'admin', policies: new Set(allPolicies), via: 'console' };

export function createSimulator(options: SimulatorOptions): Simulator {
  const { target, clock, seed = 1, image, credentials = { user: 'admin', password: '' } } = options;
  const faults = { ...noFaults, ...options.faults };
  const { management, commandMs = 1, answerMs = 0, loadStepsMax: stepsMax = loadStepsMax } = options;
  const router = new SimulatedRouter({
    target,
    clock,
    random: createRandom(seed),
    turns: createRandom(seed),
    answerMs,
    faults,
    readings: { ...worstReadings, ...options.readings },
    commandMs,
    releases: options.releases ?? noReleases,
    pace: options.pace ?? 1,
    ...(management && { management }),
  });
  const run = (script: string): void => {
    router.advance();
    router.quietly(() => finish(runText(router, script, operator)));
  };
  for (const name of options.packages ?? []) router.device.extraPackages.add(name);
  let notLoaded: readonly NotLoaded[] = [];
  if (image) router.bootFrom(image);
  else {
    router.quietly(() => seedRouter(router, credentials));
    if (options.defconf) run(factoryScript(target));
    if (options.load !== undefined) notLoaded = loadExport(router, options.load, operator, stepsMax);
    if (options.script !== undefined) run(options.script);
  }
  if (faultOccurs(router, 'policyMissing')) removePolicy(router, credentials.user);
  return {
    get target() {
      return router.target;
    },
    clock,
    connect(events, address = '192.0.2.1') {
      router.advance();
      if (!router.isUp || !router.isReachable()) return undefined;
      const session = new ApiSession(router, events, address);
      router.sessions.add(session);
      return session;
    },
    advance: () => {
      router.advance();
      router.afterCommand();
    },
    nextEventAt: () => router.nextEventAt(),
    reboot: () => {
      router.advance();
      router.reboot();
    },
    snapshot: () => snapshotOf(router),
    image: () => {
      const software = { routeros: router.target.routeros.text, firmware: router.device.firmware };
      return { ...router.store.image(), software };
    },
    run,
    print(menu) {
      router.advance();
      return router.quietly(() => router.rows(menu));
    },
    notLoaded,
    export: (style) => exportConfig(router, style),
    isMenu: (path) => router.menus.isMenu(path),
    isSettings: (path) => router.menus.menu(path)?.kind === 'settings',
    request({ user, password }, wanted) {
      router.advance();
      const policies = logIn(router, user, password);
      if (!policies?.has('rest-api')) return undefined;
      const answer = finish(router.execute(wanted, { name: user, policies, via: 'rest-api' }));
      router.afterCommand();
      return answer;
    },
    inject(packet) {
      router.advance();
      return router.forwarding.inject(router, packet);
    },
    monitor: () => (target.offloadSwitch ? monitorL3hw(router) : {}),
    attach: (host) => {
      router.forwarding.hosts.push(host);
    },
    settle: () => {
      router.advance();
      router.forwarding.settle(router);
    },
    feel: (name, value, type) => void router.sensors.set(name, { value, type }),
    setLink(port, isUp) {
      if (isUp) router.device.unplugged.delete(port);
      else router.device.unplugged.add(port);
      router.store.touch();
    },
    join(port, other) {
      router.device.cables.set(port, other).set(other, port);
    },
    endSessions: () => endSessions(router),
    giveRightsBack: () => giveRightsBack(router),
    foreignEdits: router.foreignEdits,
    setFaults: (changed) => {
      router.faults = { ...noFaults, ...changed };
    },
    struck: router.struck,
  };
}

function snapshotOf(router: Router): Snapshot {
  const menus: Record<MenuPath, readonly Row[]> = {};
  for (const menu of router.store.menus) {
    menus[menu] = router.store
      .rows(menu)
      .map(({ values }) => Object.fromEntries([...values].filter(([name]) => !name.startsWith('.'))));
  }
  return menus;
}
