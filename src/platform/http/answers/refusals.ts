import { refusals } from '../../refusal.ts';

/** Refusals that any path may give. */
export const httpRefuse = refusals({
  not_found: { status: 404, message: 'Recurso não encontrado.' },
  method_not_allowed: { status: 405, message: 'Método não permitido neste endereço.' },
  body_too_large: { status: 413, message: 'O corpo da requisição passa do tamanho permitido.' },
  unsupported_media_type: {
    status: 415,
    message: 'O corpo da requisição deve ser JSON (Content-Type: application/json).',
  },
  content_encoding_unsupported: {
    status: 415,
    message: 'O corpo da requisição não pode vir comprimido: envie-o sem Content-Encoding.',
  },
  body_invalid: { status: 400, message: 'O corpo da requisição não é um JSON válido.' },
  body_too_deep: { status: 400, message: 'O corpo da requisição tem mais de 10 níveis.' },
  body_too_many_values: { status: 400, message: 'O corpo da requisição tem campos demais.' },
  body_bad_text: {
    status: 400,
    message: 'Um texto da requisição contém NUL ou um caractere Unicode incompleto.',
  },
  request_invalid: { status: 400, message: 'A requisição não é válida.' },
  too_many_requests: { status: 429, message: 'Muitas requisições. Tente de novo mais tarde.' },
  unavailable: { status: 503, message: 'Serviço indisponível no momento. Tente de novo em instantes.' },
  internal_error: { status: 500, message: 'Erro interno. Informe o requestId ao suporte.' },
});
