import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../accounts/logins/index.ts';
import { type Html, html, page } from '../../../platform/http/index.ts';

/** What is wrong with the typed passwords; `different` when the two are not equal. */
export type FormFault = 'different' | { readonly message: string };

const DIFFERENT = 'As duas senhas não são iguais. Digite a mesma senha nos dois campos.';

/** The form that sets a password. It is posted to its own address, so that no field contains the token. */
export function formPage(personName: string, fault?: FormFault): string {
  const wrong =
    fault &&
    html`<p class="wrong" id="wrong" role="alert">${fault === 'different' ? DIFFERENT : fault.message}</p>`;
  const invalid = fault && html` aria-invalid="true"`;
  const describedBy = fault ? 'wrong regra' : 'regra';
  const field = (name: string, more = html``) =>
    html`<input type="password" id="${name}" name="${name}" autocomplete="new-password" required minlength="${PASSWORD_MIN_CHARACTERS}" maxlength="${PASSWORD_MAX_CHARACTERS}" aria-describedby="${describedBy}"${invalid}${more}>`;
  return branded({
    title: fault ? 'Erro: criar senha' : 'Criar senha',
    body: html`<h1>Crie sua senha</h1>
<p><strong>${personName}</strong>: você entra com o CPF ou CNPJ e a senha escolhida aqui.</p>
${wrong}
<form method="post">
<label for="senha">Nova senha</label>
${field('senha', html` autofocus`)}
<p class="hint" id="regra">Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres; nem o CPF ou CNPJ, nem uma senha comum, nem uma das quatro últimas. Uma frase é mais fácil de lembrar.</p>
<label for="repetida">Repita a senha</label>
${field('repetida')}
<button type="submit">Salvar senha</button>
</form>`,
  });
}

export const DONE_PAGE = branded({
  title: 'Senha definida',
  body: html`<h1>Senha definida</h1>
<p>Você já pode entrar com o seu CPF ou CNPJ e a nova senha.</p>
<p>Quem estava conectado com uma senha anterior precisa entrar de novo.</p>
<p><a class="button" href="/painel/entrar">Entrar no painel</a></p>`,
});

/** A link that was used or is too old: who has a password already goes on to the panel. */
export function goneLinkPage(message: string): string {
  return branded({
    title: 'Este link não vale mais',
    body: html`<h1>Este link não vale mais</h1>
<p>${message}</p>
<p><a class="button" href="/painel/entrar">Entrar no painel</a></p>`,
  });
}

/** With the name of the panel at its top, as the panel's own page of an invitation. */
function branded({ title, body }: { readonly title: string; readonly body: Html }): string {
  return page({ title, body, brand: 'Guichê' });
}
