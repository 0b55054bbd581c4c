import { refusals } from '../../platform/refusal.ts';

export const postbackRefuse = refusals({
  postback_unknown: { status: 404, message: 'Não há este aviso (postback).' },
});
