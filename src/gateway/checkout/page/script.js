// The hosted page works without this. It formats what is typed, shows the brand, tells errors before sending, sends
// once, and describes the browser for 3-D Secure.
(() => {
  const back = document.querySelector('[data-forward]');
  if (back) setTimeout(() => location.assign(back.href), Number(back.dataset.forward));

  const form = document.querySelector('form[data-brands]');
  if (!form) return;
  const brands = JSON.parse(form.dataset.brands);
  const field = (name) => form.elements.namedItem(name);
  const digitsOf = (text) => text.replace(/\D/g, '');
  const number = field('numero');
  const expiry = field('validade');
  const code = field('cvv');
  const tax = field('documento');
  const button = form.querySelector('button');
  const label = button.textContent;

  /** The longest prefix wins; of two of one length, the later row. */
  const brandOf = (digits) => {
    let found;
    let longest = 0;
    for (const brand of brands) {
      for (const [first, last] of brand.ranges) {
        const { length } = String(first);
        const prefix = digits.length >= length ? Number(digits.slice(0, length)) : Number.NaN;
        if (length >= longest && prefix >= first && prefix <= last) {
          found = brand;
          longest = length;
        }
      }
    }
    return found;
  };
  const passesLuhn = (digits) =>
    [...digits].reverse().reduce((sum, digit, at) => {
      const value = Number(digit) * (at % 2 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
    0;
  const isNumber = (digits) => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  const isExpiry = (text) => /^(0[1-9]|1[0-2])\d{2}(\d{2})?$/.test(digitsOf(text));
  const grouped = (digits) =>
    /^3[47]/.test(digits)
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
      : (digits.match(/\d{1,4}/g) ?? []).join(' ');

  /** Writes a field anew and leaves the caret after the same digit. */
  const rewrite = (input, text) => {
    if (input.value === text) return;
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
    const atEnd = input.selectionStart === input.value.length;
    input.value = text;
    if (document.activeElement !== input) return;
    let at = 0;
    for (let seen = 0; seen < before && at < text.length; at += 1) if (/\d/.test(text[at])) seen += 1;
    const caret = atEnd ? text.length : at;
    input.setSelectionRange(caret, caret);
  };

  const tell = (input, isWrong) => {
    const error = document.getElementById(`${input.name}-erro`);
    input.setAttribute('aria-invalid', String(isWrong));
    error.hidden = !isWrong;
    if (isWrong) error.textContent = error.dataset.text;
    return isWrong;
  };
  const codeLengths = () => {
    const brand = brandOf(digitsOf(number.value));
    return brand ? [brand.code] : [3, 4];
  };
  const checks = new Map([
    ...(field('valor') ? [[field('valor'), () => digitsOf(field('valor').value) === '']] : []),
    [number, () => !isNumber(digitsOf(number.value))],
    [expiry, () => !isExpiry(expiry.value)],
    [code, () => !codeLengths().includes(digitsOf(code.value).length)],
    [field('nome'), () => field('nome').value.trim() === ''],
  ]);
  for (const [input, isWrong] of checks) {
    input.addEventListener('blur', () => {
      if (input.value !== '' || input.getAttribute('aria-invalid') === 'true') tell(input, isWrong());
    });
    input.addEventListener('input', () => {
      if (input.getAttribute('aria-invalid') === 'true' && !isWrong()) tell(input, false);
    });
  }

  const showNumber = () => {
    const digits = digitsOf(number.value).slice(0, 19);
    const brand = brandOf(digits);
    rewrite(number, grouped(digits));
    document.getElementById('bandeira').textContent = brand?.name.replaceAll('_', ' ') ?? '';
    code.placeholder = `${brand?.code ?? 3} dígitos`;
  };
  number.addEventListener('input', showNumber);
  expiry.addEventListener('input', (event) => {
    const digits = digitsOf(expiry.value).slice(0, 6);
    if (event.inputType?.startsWith('delete')) return;
    rewrite(expiry, digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits);
  });
  tax?.addEventListener('blur', () => {
    const text = tax.value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    if (/^\d{11}$/.test(text)) tax.value = text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
    else if (text.length === 14) tax.value = text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
  });

  const installments = document.getElementById('campo-parcelas');
  const showKind = () => {
    if (installments) installments.hidden = form.querySelector('[name=tipo]:checked')?.value === 'debito';
  };
  form.addEventListener('change', showKind);

  const device = {
    cores: screen.colorDepth,
    idioma: navigator.language,
    altura: screen.height,
    largura: screen.width,
    fuso: Math.round(new Date().getTimezoneOffset() / 60),
  };
  for (const [name, value] of Object.entries(device)) field(name).value = value;

  const release = () => {
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  };
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') {
      event.preventDefault();
      return;
    }
    const wrong = [...checks].filter(([input, isWrong]) => tell(input, isWrong())).map(([input]) => input);
    if (wrong.length > 0) {
      event.preventDefault();
      wrong[0].focus();
      return;
    }
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.busy ?? 'Processando o pagamento…';
  });
  // Back from the next page, with the form as it was left.
  addEventListener('pageshow', release);
  showNumber();
  showKind();
})();
