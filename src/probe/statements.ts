// What rosc takes RouterOS to do where no manual says it: commands, scripts, jobs. A probe finds out whether a device
// does.

export const statements = {
  'api/missing-menu': 'A menu that the device does not have is refused with `no such command`',
  'api/unknown-property': 'Asking for a property that a menu does not have is no error',
  'api/booleans': 'Booleans are printed as `true` and `false`',
  'api/many-at-once': 'Every one of many requests at once is answered',
  'api/order-of-adds': 'Rows that are added at once may stand in any order',
  'api/category': 'A refused value comes with a category',
  'api/named-rows': 'Scripts can be named in `numbers` instead of by id',
  'api/cleared-property': '`!property` clears a property of a bridge',
  'api/empty-property': 'An empty value clears a property of a bridge',
  'device/mode': 'The device mode says whether schedulers may run',
  'device/chip': 'A switch says which chip it is',
  'device/wiring': 'Each port says on which switch it is',
  'post-check/route': 'An active route says whether it is a candidate for the hardware',
  'post-check/bridge-port': 'A bridge port says whether it is switched in hardware',
  'post-check/switch-port': 'A port says whether it is routed in hardware',
  'script/invalid': 'A stored script with a syntax error is flagged as invalid',
  'script/one-bad-line': 'One line that does not parse keeps the whole script from running',
  'script/list-in-find': 'A list in the condition of a `find` may equal nothing',
  'script/number-in-find': 'A number in quotes may not equal a number in the condition of a `find`',
  'script/word-in-find': 'A bare word may not equal one of an enumeration in the condition of a `find`',
  'script/comment-in-find': 'A comment is found by its text in quotes, and an empty text finds no row without one',
  'job/listed': 'A job that a connection starts is listed with the script that it runs',
  'job/outlives-connection': 'A job goes on when the connection that started it is closed',
  'scheduler/startup': 'A scheduler row with `start-time=startup` runs after a restart',
  'scheduler/removes-itself': 'A scheduler row can remove itself',
  'rule/first-match': 'The first switch rule that matches decides',
  'rule/port-range': 'Switch rules take ranges of ports',
} as const;

export type StatementKey = keyof typeof statements;
