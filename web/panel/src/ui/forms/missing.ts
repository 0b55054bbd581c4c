const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** What a form can see by itself; the service has the last word. Each is undefined where nothing is wrong. */
export const missing = {
  text: (value: string, message = 'Preencha este campo.') => (value.trim() === '' ? message : undefined),
  email: (value: string) =>
    value.trim() === '' || EMAIL.test(value.trim())
      ? undefined
      : 'Confira o e-mail: ele é como nome@loja.com.br.',
  document: (value: string) => {
    const { length } = value.replace(/[\s./-]/g, '');
    if (length === 0) return 'Informe o CPF ou CNPJ.';
    return length === CPF_LENGTH || length === CNPJ_LENGTH
      ? undefined
      : 'Confira o CPF ou CNPJ: ele tem 11 ou 14 caracteres.';
  },
  amount: (cents: number | null, message = 'Informe o valor.') => ((cents ?? 0) > 0 ? undefined : message),
  count: (value: string | number, message = 'Informe quantos.') => (Number(value) > 0 ? undefined : message),
};
