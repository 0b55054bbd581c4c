import { type BankStatements, importOfx, readOfx, refuseOfx } from '../../gateway/bank-statements/index.ts';
import { BODY_LIMIT_BYTES } from '../../platform/http/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { BankStatementBody, MAX_FILE_CHARACTERS } from './schema.ts';

export interface BankStatementRoutesOptions {
  readonly bankStatements: BankStatements;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

/** Whether the money that acquirers say they paid came into the account. */
export function bankStatementRoutes(options: BankStatementRoutesOptions): readonly AnyPanelRoute[] {
  const { bankStatements, clock, time } = options;
  return [
    panelRoute({
      method: 'POST',
      path: '/bank-statements',
      access: 'sales.refund',
      body: BankStatementBody,
      bodyLimitBytes: MAX_FILE_CHARACTERS + BODY_LIMIT_BYTES,
      run: async (call) => {
        const merchantId = actingFor(call);
        const read = readOfx(Buffer.from(call.body.file.replace(/^data:[^,]{0,200},/, ''), 'base64'));
        if (typeof read === 'string') throw refuseOfx(read, { field: 'file' });
        const today = time.day(clock.now());
        const items = await call.auditAround({ forPersonId: merchantId }, () =>
          importOfx(bankStatements, merchantId, read, today),
        );
        return { items };
      },
    }),
  ];
}
