import { refusals } from '../../platform/refusal.ts';

export const refuseProduct = refusals({
  category_missing: {
    status: 400,
    message:
      'A pessoa ainda não tem categoria de produto: crie uma com POST /ProdutoCategoria/Insert, ' +
      'corpo {"nome":"Geral"}, e repita.',
  },
  category_in_use: {
    status: 409,
    message: 'Há produtos nesta categoria. Passe-os para outra antes de excluí-la.',
  },
  photo_invalid: {
    status: 400,
    message:
      'O campo fotBase64 deve ser uma imagem JPEG, PNG, WebP ou GIF em base64, de até 8 MiB e 40 milhões de pixels.',
  },
});
