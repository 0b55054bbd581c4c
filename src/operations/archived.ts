import { refusals } from '../platform/refusal.ts';

/** Refusals of screens, which use no archived record; the operational interface knows none that is archived. */
export const refuseArchived = refusals({
  terminal_archived: {
    status: 409,
    message: 'Este terminal está arquivado. Reative-o em Terminais para vender nele.',
  },
  client_archived: {
    status: 409,
    message: 'Este cliente está arquivado. Reative-o em Clientes para cobrar dele.',
  },
});
