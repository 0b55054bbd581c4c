import { refusals } from '../../../platform/refusal.ts';

/** Refusals of payments by Pix that do not come from a field's schema. */
export const refusePix = refusals({
  pix_unavailable: {
    status: 400,
    message:
      'Esta loja não tem conta em nenhum banco para receber Pix. Peça a quem opera o serviço que cadastre uma.',
  },
  pix_key_invalid: {
    status: 400,
    message:
      'O campo payment.pix.key deve ser RANDOM_KEY, EMAIL, DOCUMENT ou PHONE, como texto ou numa lista de um.',
  },
  pix_life_too_long: {
    status: 400,
    message:
      'Por esta adquirente um Pix vale no máximo 24 horas: mande payment.pix.expirationDateTime dentro delas, ou deixe o campo de fora.',
  },
  pix_expiration_invalid: {
    status: 400,
    message:
      'O campo payment.pix.expirationDateTime deve ser uma data aaaa-MM-ddTHH:mm:ss entre um minuto e um ano à frente.',
  },
});
