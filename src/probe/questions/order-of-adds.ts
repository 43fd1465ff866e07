// Whether rows that are added at once stand in the order in which they were sent, which is promised nowhere.

import type { Question } from '../question.ts';

const menu = '/ip/firewall/address-list';

export const orderOfAdds: Question = {
  id: 'order-of-adds',
  asks: 'Do 200 rows that are added at once stand in the order in which they were sent?',
  settles: { statements: ['api/order-of-adds'] },
  needs: 'rows',
  disturbs: 'there is an address list that nothing uses',
  seconds: 8,
  steps: {
    rows: { add: menu, set: { list: 'rosc-probe', address: '198.18.0.{n}' }, times: 200 },
    stand: { print: menu, properties: ['address'], query: ['list=rosc-probe'] },
  },
  conclusions: [
    {
      when: [
        { of: 'stand', rows: 200 },
        { of: 'stand', rising: 'address' },
      ],
      says: '200 rows that were added at once stand in the order in which they were sent',
    },
    {
      when: [{ of: 'stand', rows: 200 }],
      says: '200 rows that were added at once stand in another order than they were sent in',
    },
  ],
};
