/** What a new password must be, beside its field. */
export const PASSWORD_RULES =
  'Pelo menos 12 caracteres; nem o CPF ou CNPJ, nem uma senha comum, nem uma das quatro últimas. Uma frase é mais fácil de lembrar.';
