/** Offers the buttons that copy a field's text: `data-copies` names the field, `data-told` where the outcome is told. */
export const startCopying = () => {
  for (const button of document.querySelectorAll('[data-copies]')) {
    const field = document.getElementById(button.dataset.copies);
    const told = document.getElementById(button.dataset.told);
    button.hidden = false;
    button.addEventListener('click', async () => {
      told.textContent = (await copied(field))
        ? 'Código copiado. Agora cole no aplicativo do seu banco.'
        : 'Seu navegador não deixou copiar. Selecione o código abaixo e copie.';
    });
  }
};

/** Browsers give the clipboard to pages over https only. */
const copied = async (field) => {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
};
