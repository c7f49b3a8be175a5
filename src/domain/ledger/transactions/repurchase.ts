// TX_STOCK_REPURCHASE: the company buys shares back. They leave the table as cancelled ones do.
import { say } from '#src/words/say.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, price, quantity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { withdraw } from './cancellation.ts';

export const repurchase: TransactionType = {
  type: 'TX_STOCK_REPURCHASE',
  rank: 'repurchase',
  shape: {
    ...onSecurity,
    ...quantity,
    price: price(must('money')),
    consideration_text: may('text'),
    balance_security_id: may('text'),
  },
  takes: 'quantity',
  summary: securityLine(say`Repurchased`),
  interpret: (context, entry) => withdraw(context, entry, 'STOCK', { verb: 'repurchased', why: 'PARTIAL_REPURCHASE' }),
};
