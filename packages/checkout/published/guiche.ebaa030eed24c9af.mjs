// packages/checkout/src/brand-table.ts
var e = "VISA 4 16,18,19 3;MASTERCARD 51-55,2221-2229,223-229,23-26,270-271,2720 16 3;AMEX 34,37 15 4;DINERS 300-305,36,38,39 14,16,19 3;DISCOVER 6011,644-649,65 16,19 3;JCB 2131,1800,3528-3589 16,17,18,19 3;ELO 401178,401179,438935,457631,457632,431274,451416,457393,504175,506699-506778,509000-509999,627780,636297,636368,650031-650033,650035-650051,650405-650439,650485-650538,650541-650598,650700-650718,650720-650727,650901-650978,651652-651679,655000-655019,655021-655058 16 3;HIPERCARD 606282 16 3;HIPER 637095,63737423,63743358,637568,637599,637609,637612 16 3;HIPERCARD 384100,384140,384160 13,16,19 3;AURA 507860,5000-5066,5068-5089 16,17,18,19 3;BANESCARD 603182,636117 16 3;CABAL 604201-604299,604300-604399,604400 16 3;CREDZ 636760 16 3;SOROCRED 627892,636414 16 3;CREDSYSTEM 628028 16 3;GRANDCARD 605032 16 3;PERSONAL_CARD 636085 16 3;FORT_BRASIL 628167 16 3;VALECARD 606444,606458,606482 16 3;ELO 636369,650052-650081,651680-651704 16 3;MASTERCARD 503143 16 3", t = class extends Error {
	constructor(e, t, n) {
		super(t), this.name = "GuicheError", this.code = e, this.field = n;
	}
};
function n() {
	return new t("gateway_unavailable", "O pagamento está indisponível agora. Tente de novo em instantes.");
}
// packages/checkout/src/public-key.ts
var r = 48, i = 2, a = 3, o = "06092a864886f70d0101010500", s = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/, c = 256, l = 1024, u = 2n ** 32n;
function d(e) {
	let [t, ...n] = m(p(e)), [i, s, ...d] = m(g(t, r)), h = g(s, a);
	if (v(g(i, r)) !== o || h[0] !== 0) throw y();
	let [b, ...x] = m(h.subarray(1)), [S, C, ...w] = m(g(b, r));
	if (n.length + d.length + x.length + w.length > 0) throw y();
	let T = _(S), E = _(C), D = f(T).length / 2;
	if (!(T % 2n == 1n && E % 2n == 1n && E > 1n && E < u) || D < c || D > l) throw y();
	return {
		modulus: T,
		exponent: E,
		size: D
	};
}
function f(e) {
	let t = e.toString(16);
	return t.length % 2 == 0 ? t : `0${t}`;
}
function p(e) {
	let [, t] = s.exec(e) ?? [];
	if (t === void 0) throw y();
	try {
		return Uint8Array.from(atob(t.replace(/\s/g, "")), (e) => e.charCodeAt(0));
	} catch {
		throw y();
	}
}
function m(e) {
	let t = [], n = 0;
	for (; n < e.length;) {
		let { length: r, start: i } = h(e, n + 1), a = i + r;
		if (a > e.length) throw y();
		t.push({
			tag: e[n],
			content: e.subarray(i, a)
		}), n = a;
	}
	return t;
}
function h(e, t) {
	let [n = -1, r = -1, i = -1] = e.subarray(t, t + 3);
	if (n >= 0 && n < 128) return {
		length: n,
		start: t + 1
	};
	if (n === 129 && r >= 128) return {
		length: r,
		start: t + 2
	};
	if (n === 130 && r > 0 && i >= 0) return {
		length: r * 256 + i,
		start: t + 3
	};
	throw y();
}
function g(e, t) {
	if (e?.tag !== t) throw y();
	return e.content;
}
function _(e) {
	let [t = 128, n = 0, ...r] = g(e, i), a = t >= 128, o = t === 0 && (n < 128 || r.length === 0);
	if (a || o) throw y();
	return BigInt(`0x${v(g(e, i))}`);
}
function v(e) {
	return Array.from(e, (e) => e.toString(16).padStart(2, "0")).join("");
}
function y() {
	return new t("public_key_invalid", "A chave pública recebida não pôde ser lida. Tente de novo.");
}
// packages/checkout/src/encrypt.ts
var b = 11;
function x(e, n, r = (e) => crypto.getRandomValues(e)) {
	let i = e.size - n.length - 3;
	if (n.length > e.size - b) throw new t("card_too_long", "O nome impresso no cartão é longo demais.", "holderName");
	let a = new Uint8Array(e.size);
	a[1] = 2, a.set(S(i, r), 2), a.set(n, 3 + i);
	let o = Array.from(a, (e) => e.toString(16).padStart(2, "0")).join(""), s = f(C(BigInt(`0x${o}`), e)).padStart(e.size * 2, "0");
	return Uint8Array.from({ length: e.size }, (e, t) => Number.parseInt(s.slice(t * 2, t * 2 + 2), 16));
}
function S(e, t) {
	let n = t(new Uint8Array(e));
	for (let r = 0; r < e; r += 1) for (; n[r] === 0;) n.set(t(/* @__PURE__ */ new Uint8Array(1)), r);
	return n;
}
function C(e, { modulus: t, exponent: n }) {
	let r = 1n, i = e;
	for (let e = n; e > 0n; e >>= 1n) e & 1n && (r = r * i % t), i = i * i % t;
	return r;
}
// packages/checkout/src/card-hash.ts
function w(e, { publicKey: t, sessionKey: n }, r) {
	let i = e.holderName?.trim(), a = JSON.stringify({
		number: T(e.number),
		cvv: e.cvv.trim(),
		expirationMonth: String(e.expirationMonth).trim().padStart(2, "0"),
		expirationYear: String(e.expirationYear).trim(),
		...i && { holderName: i }
	}), o = x(d(t), new TextEncoder().encode(a), r);
	return btoa(String.fromCharCode(...o)) + n;
}
function T(e) {
	return e.replace(/[\s.-]/g, "");
}
// packages/checkout/src/brand.ts
var E = e.split(";").map((e) => {
	let [t = "", n = "", r = "", i] = e.split(" ");
	return {
		brand: {
			name: t,
			lengths: r.split(",").map(Number),
			cvvLength: i === "4" ? 4 : 3
		},
		prefixes: n.split(",").map((e) => e.split("-"))
	};
});
function D(e) {
	let t = T(e), n = 0, r;
	for (let { brand: e, prefixes: i } of E) for (let [a, o = a] of i) {
		let i = t.slice(0, a.length);
		i.length === a.length && i >= a && i <= o && a.length >= n && (n = a.length, r = e);
	}
	return r;
}
// packages/checkout/src/key-source.ts
var O = 6e5, k = 12e4, A = 15e3, j = 2;
function M(e, t = Date.now) {
	let n = 0, r;
	return {
		current() {
			if (r && t() < n) return r;
			let i = N(e);
			return r = i, n = t() + O - k, i.catch(() => {
				r === i && (r = void 0);
			}), i;
		},
		forget() {
			r = void 0;
		}
	};
}
async function N(e) {
	for (let n = 1;; n += 1) try {
		return await P(e);
	} catch (e) {
		if (n === j || e instanceof t && e.code !== "gateway_unavailable") throw e;
	}
}
async function P(e) {
	let r = await fetch(e, {
		headers: { Accept: "application/json" },
		cache: "no-store",
		credentials: "omit",
		referrerPolicy: "origin",
		signal: AbortSignal.timeout(A)
	}).catch(() => void 0);
	if (!r || r.status >= 500) throw n();
	let i = await r.json().catch(() => ({}));
	if (r.ok && i.publicKey && i.sessionKey) return {
		publicKey: i.publicKey,
		sessionKey: i.sessionKey
	};
	throw new t(i.error?.code ?? "public_key_refused", i.error?.message ?? "Esta página não pode receber cartões.");
}
// packages/checkout/src/validate.ts
var F = /^\d{13,19}$/, I = /^\d{3,4}$/, L = /^(?:0?[1-9]|1[0-2])$/, R = /^(?:20)?\d{2}$/, z = 60;
function B(e, t = /* @__PURE__ */ new Date()) {
	return [
		...V(T(e.number ?? "")),
		...H(G(e.expirationMonth), G(e.expirationYear), t),
		...U(e.cvv?.trim() ?? "", D(e.number ?? "")?.cvvLength),
		...W(e.holderName?.trim())
	];
}
function V(e) {
	let t = (e, t) => [{
		field: "number",
		code: e,
		message: t
	}];
	if (e === "") return t("card_number_missing", "Informe o número do cartão.");
	if (!/^\d+$/.test(e)) return t("card_number_invalid", "O número do cartão tem só algarismos.");
	let n = D(e)?.lengths;
	return !(n ? n.includes(e.length) : F.test(e)) || !F.test(e) ? t("card_number_invalid", "Confira o número do cartão: faltam ou sobram algarismos.") : K(e) ? [] : t("card_number_invalid", "Confira o número do cartão: algum algarismo está trocado.");
}
function H(e, t, n) {
	let r = (e, t, n = "card_expiration_invalid") => [{
		field: e,
		code: n,
		message: t
	}];
	if (!L.test(e)) return r("expirationMonth", "Informe o mês da validade, de 01 a 12.");
	if (!R.test(t)) return r("expirationYear", "Informe o ano da validade, com 2 ou 4 algarismos.");
	let i = (2e3 + Number(t.slice(-2)) - n.getFullYear()) * 12 + Number(e) - n.getMonth() - 1;
	return i < 0 ? r("expirationMonth", "Este cartão está vencido.", "card_expired") : i > 240 ? r("expirationYear", "Confira o ano da validade.") : [];
}
function U(e, t) {
	let n = (e) => [{
		field: "cvv",
		code: "card_cvv_invalid",
		message: e
	}];
	return I.test(e) ? t === void 0 || e.length === t ? [] : n(t === 4 ? "O código de segurança deste cartão tem 4 algarismos e fica na frente." : "O código de segurança deste cartão tem 3 algarismos e fica no verso.") : n("Informe o código de segurança, de 3 ou 4 algarismos.");
}
function W(e) {
	return e === void 0 || e.length <= z ? [] : [{
		field: "holderName",
		code: "card_holder_invalid",
		message: "Escreva o nome como está no cartão."
	}];
}
function G(e) {
	return e === void 0 ? "" : String(e).trim();
}
function K(e) {
	let t = 0;
	for (let n = 0; n < e.length; n += 1) {
		let r = Number(e[e.length - 1 - n]), i = r * 2;
		t += n % 2 == 0 ? r : i - (i > 9 ? 9 : 0);
	}
	return t % 10 == 0;
}
// packages/checkout/src/card-part.ts
var q = {
	brandOf: D,
	validate: (e) => B(e),
	encrypterOf(e) {
		let n = M(e);
		return async (e) => {
			let [r] = B(e);
			if (r) throw new t(r.code, r.message, r.field);
			return w(e, await n.current());
		};
	}
}, J = 60, Y = 8;
function X(e = /* @__PURE__ */ new Date()) {
	let { screen: t, navigator: n } = globalThis, { colorDepth: r, height: i, width: a } = t, { language: o, userAgent: s } = n;
	return {
		userAgent: s,
		device: {
			colorDepth: r,
			deviceType3ds: "BROWSER",
			javaEnabled: !1,
			language: o.length <= Y ? o : o.split("-")[0] ?? o,
			screenHeight: i,
			screenWidth: a,
			timeZoneOffset: Math.round(e.getTimezoneOffset() / J)
		}
	};
}
// packages/checkout/src/fields/mount-fields.ts
var Z = 5e3, Q = "300px";
function $(e, r, { style: i = {} } = {}) {
	let a = typeof r == "string" ? document.querySelector(r) : r;
	if (!a) throw Error("No element");
	let o = document.createElement("iframe"), { origin: s } = new URL(e, location.href);
	o.src = `${e}/fields?origin=${encodeURIComponent(location.origin)}`, o.title = "Dados do cartão", o.style.cssText = `display:block;width:100%;border:0;height:${Q}`;
	let c = /* @__PURE__ */ new Map(), l = (e, t) => {
		let n = c.get(e) ?? /* @__PURE__ */ new Set();
		return c.set(e, n.add(t)), () => n.delete(t);
	}, u = (e, t) => {
		for (let n of c.get(e) ?? []) n(t);
	}, d = (e, t = []) => o.contentWindow?.postMessage(e, s, t), f = new Promise((e) => l("ready", e)), p = () => void 0, m = new Promise((e, t) => {
		p = () => t(n());
	});
	m.catch((e) => u("error", e));
	let h = !1;
	o.onload = () => setTimeout(() => h || p(), Z);
	let g = ({ source: e, origin: t, data: n }) => {
		if (e !== o.contentWindow || t !== s) return;
		let { guiche: r, detail: a } = n;
		r === "height" && (o.style.height = `${a}px`), r === "ready" && (h = !0, d({
			guiche: "set",
			style: i
		})), u(r, a);
	};
	return addEventListener("message", g), a.append(o), {
		async cardHash() {
			await Promise.race([m, f]);
			let { port1: e, port2: n } = new MessageChannel(), r = new Promise((t) => {
				e.onmessage = ({ data: e }) => t(e);
			});
			d({ guiche: "hash" }, [n]);
			let { cardHash: i, error: a } = await Promise.race([m, r]);
			if (a) throw new t(a.code, a.message, a.field);
			return i;
		},
		on: l,
		focus: () => d({ guiche: "focus" }),
		clear: () => d({ guiche: "clear" }),
		remove() {
			removeEventListener("message", g), c.clear(), o.remove(), p();
		}
	};
}
// packages/checkout/src/create-guiche.ts
function ee(e, { baseUrl: t }, n) {
	let r = t.replace(/\/+$/, ""), i = `${r}/checkout/v1/${encodeURIComponent(e)}`, a = () => n(r), o;
	return {
		fields: (e, t) => $(i, e, t),
		cardHash: async (e) => (o ?? (o = (await a()).encrypterOf(`${i}/public-key`)), o(e)),
		brand: async (e) => (await a()).brandOf(e),
		validate: async (e) => (await a()).validate(e),
		device: () => X()
	};
}
// packages/checkout/src/guiche.ts
function te(e, t) {
	return ee(e, t, async () => q);
}
export { t as GuicheError, te as createGuiche };
