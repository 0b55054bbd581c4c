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
  /** Month and year in every form that people type and browsers fill in. */
  const readExpiry = (typed) => {
    const text = typed.trim();
    const [, lastYear, itsMonth] = /^(20\d\d)\D{0,3}(0?[1-9]|1[0-2])$/.exec(text) ?? [];
    const [, month = itsMonth, year = lastYear] =
      /^(0?[1-9]|1[0-2])\D{1,3}((?:20)?\d\d)$/.exec(text) ??
      /^(0[1-9]|1[0-2])((?:20)?\d\d)$/.exec(text) ??
      (lastYear ? [] : (/^([1-9])((?:20)?\d\d)$/.exec(text) ?? []));
    return month && { month: month.padStart(2, '0'), year };
  };
  /** With two digits for the month and the slash after it, as soon as it is clear which digits are the month. */
  const writtenExpiry = (typed) => {
    const text = typed.trim();
    const digits = digitsOf(text);
    // Not after the 1 of 10, 11 and 12.
    const [, lastYear, itsMonth] = /^(20\d\d)\D{0,3}(0[1-9]|1[0-2]|[2-9])$/.exec(text) ?? [];
    if (lastYear) return `${itsMonth.padStart(2, '0')}/${lastYear.slice(2)}`;
    if (/^20\d/.test(text)) return text.slice(0, 7);
    const [, month, rest] =
      /^([1-9]|0[1-9]|1[0-2])\D+(\d{0,4})/.exec(text) ??
      /^([1-9])(20\d\d)$/.exec(text) ??
      /^(0[1-9]|1[0-2])(.{1,4})/.exec(digits) ??
      // Years begin with 2 or more.
      /^([2-9](?=[2-9])|1(?=[3-9]))(.{1,4})/.exec(digits) ??
      [];
    return month ? `${month.padStart(2, '0')}/${rest}` : digits.slice(0, 6);
  };
  /** The buyer's clock may be wrong by a day. */
  const isOver = ({ month, year }) => new Date(2000 + Number(year.slice(-2)), Number(month), 2) < new Date();
  const wrongExpiry = () => {
    const read = readExpiry(expiry.value);
    if (!read) return true;
    return isOver(read) && expiry.dataset.over;
  };
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

  /** `wrong`: false, true for the field's usual text, or a text of its own. */
  const tell = (input, wrong) => {
    const error = document.getElementById(`${input.name}-erro`);
    input.setAttribute('aria-invalid', String(Boolean(wrong)));
    error.hidden = !wrong;
    if (wrong) error.textContent = wrong === true ? error.dataset.text : wrong;
    return wrong;
  };
  const codeLengths = () => {
    const brand = brandOf(digitsOf(number.value));
    return brand ? [brand.code] : [3, 4];
  };
  const checks = new Map([
    ...(field('valor') ? [[field('valor'), () => digitsOf(field('valor').value) === '']] : []),
    [number, () => !isNumber(digitsOf(number.value))],
    [expiry, wrongExpiry],
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
    if (!event.inputType?.startsWith('delete')) rewrite(expiry, writtenExpiry(expiry.value));
  });
  tax?.addEventListener('blur', () => {
    const text = tax.value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    if (/^\d{11}$/.test(text)) tax.value = text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
    else if (text.length === 14) tax.value = text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
  });

  const installments = document.getElementById('campo-parcelas');
  const showKind = () => {
    const isDebit = form.querySelector('[name=tipo]:checked')?.value === 'debito';
    if (installments) installments.hidden = isDebit;
    const keep = document.getElementById('campo-guardar');
    if (keep) keep.hidden = isDebit;
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
