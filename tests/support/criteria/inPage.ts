// What a browser knows of the page that is open, for the criteria of WCAG. `install` runs inside the page, so it uses nothing from
// outside; each of its functions answers with the faults as sentences.

export interface Checks {
  clipped(within?: string): string[];
  sideways(): string[];
  structure(): string[];
  names(): string[];
  nonTextContrast(): string[];
  controlsWithoutEdge(): string[];
  colourAlone(): string[];
  purposes(): string[];
  sequence(): string[];
  moving(): string[];
  dragged(): Promise<string[]>;
}
declare global {
  interface Window {
    checks: Checks;
  }
}

export function install(): void {
  const say = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : ''} “${text.slice(0, 40)}”`;
  };
  const isHiddenText = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1 || getComputedStyle(element).clipPath !== 'none';
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !ancestors(element).some(isHiddenText);
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) all.push(each);
    return all;
  };
  const isOutOfFlow = (element: Element) =>
    ancestors(element).some((each) => ['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position));

  /** Each line of text that is seen, with where it is. */
  function* texts(within = 'body'): Generator<{ element: Element; box: DOMRect; text: string }> {
    for (const root of document.querySelectorAll(within)) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const element = node.parentElement!;
        const text = (node.textContent ?? '').trim();
        if (text === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName) || !isSeen(element))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) yield { element, box, text };
      }
    }
  }

  /** Text that is cut off by a box that does not scroll, reaches out of its own frame, or lies over another text. */
  function clipped(within?: string): string[] {
    const faults: string[] = [];
    const inFlow: { element: Element; box: DOMRect; text: string }[] = [];
    for (const found of texts(within)) {
      const { element, box, text } = found;
      let isScrolled = false;
      for (const each of ancestors(element)) {
        const style = getComputedStyle(each);
        const frame = each.getBoundingClientRect();
        const ends = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        // What ends in an ellipsis is whole on the page of the record.
        if (ends) {
          isScrolled = true;
          break;
        }
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
          isScrolled = true;
          break;
        }
        const cutsX = /hidden|clip/.test(style.overflowX) && (box.left < frame.left - 2 || box.right > frame.right + 2);
        const cutsY = /hidden|clip/.test(style.overflowY) && (box.top < frame.top - 3 || box.bottom > frame.bottom + 3);
        if (each !== document.body && each !== document.documentElement && (cutsX || cutsY))
          faults.push(`“${text.slice(0, 40)}” is cut by ${say(each)}`);
        const isFramed =
          each === element && (style.borderTopWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)');
        if (isFramed && style.display !== 'inline' && (box.bottom > frame.bottom + 3 || box.right > frame.right + 3))
          faults.push(`“${text.slice(0, 40)}” reaches out of ${say(each)}`);
      }
      if (!isScrolled && !isOutOfFlow(element)) inFlow.push(found);
    }
    inFlow.sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of inFlow.entries())
      for (let at = index + 1; at < inFlow.length && inFlow[at]!.box.top < one.box.bottom - 4; at += 1) {
        const other = inFlow[at]!;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        if (
          across > 3 &&
          one.element !== other.element &&
          !one.element.contains(other.element) &&
          !other.element.contains(one.element)
        )
          faults.push(`“${one.text.slice(0, 30)}” lies over “${other.text.slice(0, 30)}”`);
      }
    return [...new Set(faults)];
  }

  function sideways(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
  }

  function structure(): string[] {
    const faults: string[] = [];
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((each) => each.checkVisibility());
    if (headings.filter(({ tagName }) => tagName === 'H1').length !== 1)
      faults.push('not one heading of the first level');
    for (const [index, each] of headings.entries()) {
      if (each.textContent.trim() === '') faults.push(`${say(each)} is empty`);
      const [level, before] = [each, headings[index - 1]].map((one) => Number(one?.tagName.slice(1) ?? 0));
      if (index > 0 && level! > before! + 1) faults.push(`${say(each)} leaves out a level of headings`);
    }
    for (const table of document.querySelectorAll('table:not([role="presentation"])')) {
      if (!table.querySelector('th')) faults.push(`${say(table)} has no header cells`);
      for (const head of table.querySelectorAll('thead th'))
        if (!head.hasAttribute('scope')) faults.push(`the head ${say(head)} has no scope`);
    }
    for (const group of Map.groupBy(
      document.querySelectorAll<HTMLInputElement>('input[type=radio]'),
      ({ name }) => name,
    ).values())
      if (!group[0]!.closest('fieldset, [role=radiogroup]'))
        faults.push(`${say(group[0]!)} is a choice without a group`);
    if (document.querySelectorAll('main').length !== 1) faults.push('not one main part');
    if (!document.documentElement.lang) faults.push('no language');
    return faults;
  }

  function names(): string[] {
    const faults: string[] = [];
    for (const picture of document.querySelectorAll('img, [role=img], svg, canvas')) {
      if (!isSeen(picture)) continue;
      const isDecoration = picture.closest('[aria-hidden="true"]') !== null || picture.getAttribute('alt') === '';
      const name =
        picture.getAttribute('aria-label') ??
        picture.getAttribute('aria-labelledby') ??
        picture.getAttribute('alt') ??
        picture.querySelector('title')?.textContent;
      if (!isDecoration && !name && !picture.closest('[role=img][aria-label]'))
        faults.push(`${say(picture)} has no text`);
    }
    for (const control of document.querySelectorAll(
      'a[href], button, summary, [role=button], [role=tab], [role=menuitem]',
    )) {
      const label = control.getAttribute('aria-label');
      const shown = (control as HTMLElement).innerText?.trim().replace(/\s+/g, ' ').toLowerCase();
      if (!isSeen(control) || !label || !shown || !/\p{L}{2}/u.test(shown)) continue;
      if (!label.toLowerCase().includes(shown)) faults.push(`${say(control)} shows “${shown}”, which its name lacks`);
    }
    for (const link of document.querySelectorAll('a[href]'))
      if (
        isSeen(link) &&
        /^(here|more|click here|read more|link|open)$/i.test(
          (link.getAttribute('aria-label') ?? link.textContent).trim(),
        )
      )
        faults.push(`${say(link)} does not say where it leads`);
    return faults;
  }

  type Colour = [number, number, number, number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const colourOf = (text: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = '#000';
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ];
  const behind = (element: Element | null): Colour => {
    const layers = element ? ancestors(element).map((each) => colourOf(getComputedStyle(each).backgroundColor)) : [];
    return layers.toReversed().reduce((below, layer) => over(layer, below), [255, 255, 255, 1] as Colour);
  };
  const light = ([r, g, b]: Colour) => {
    const [R, G, B] = [r, g, b].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * R! + 0.7152 * G! + 0.0722 * B!;
  };
  const contrast = (one: Colour, other: Colour) => {
    const [high, low] = [light(one), light(other)].toSorted((a, b) => b - a);
    return (high! + 0.05) / (low! + 0.05);
  };

  const isOff = (element: Element) =>
    element.matches(':disabled, [aria-disabled="true"]') || element.closest(':disabled') !== null;
  /** Fields by their edge or ground, signs by their lines: 3 to 1 against what is around them. */
  function nonTextContrast(): string[] {
    const faults: string[] = [];
    for (const field of document.querySelectorAll(
      'input:not([type=hidden], [type=file], [type=range]), select, textarea',
    )) {
      if (!isSeen(field) || isOff(field) || getComputedStyle(field).opacity === '0') continue;
      const box = field.closest('.MuiInputBase-root, .input, label') ?? field;
      const edges = [field, box, field.parentElement!, ...box.querySelectorAll('fieldset')].flatMap((each) => {
        const style = getComputedStyle(each);
        const lines = (['Top', 'Bottom'] as const).filter(
          (side) => parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none',
        );
        return [
          ...lines.map((side) => over(colourOf(style[`border${side}Color`]), behind(each.parentElement))),
          behind(each),
          ...[...style.boxShadow.matchAll(/rgba?\([^)]*\)/g)].map(([colour]) => over(colourOf(colour), behind(each))),
        ];
      });
      const isNative =
        ['checkbox', 'radio'].includes((field as HTMLInputElement).type) &&
        getComputedStyle(field).appearance !== 'none';
      const around = behind(box.parentElement);
      if (!isNative && !edges.some((edge) => contrast(edge, around) >= 3))
        faults.push(`the edge of ${say(field)} named ${(field as HTMLInputElement).name || field.id} is too faint`);
    }
    for (const sign of document.querySelectorAll('button svg, a svg, summary svg')) {
      const control = sign.closest('button, a, summary')!;
      if (!isSeen(sign) || isOff(control) || (control as HTMLElement).innerText.trim() !== '') continue;
      const { stroke, fill, color } = getComputedStyle(sign);
      const drawn = stroke !== 'none' ? stroke : fill !== 'none' ? fill : color;
      if (contrast(over(colourOf(drawn), behind(control)), behind(control)) < 3)
        faults.push(`the sign of ${say(control)} is too faint`);
    }
    return faults;
  }

  /** In forced colours grounds and shadows are gone: a field or button needs a line, and what is chosen another mark than its ground. */
  function controlsWithoutEdge(): string[] {
    const faults: string[] = [];
    const hasLine = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        (['Top', 'Bottom', 'Left', 'Right'] as const).some(
          (side) =>
            parseFloat(style[`border${side}Width`]) > 0 &&
            style[`border${side}Style`] !== 'none' &&
            colourOf(style[`border${side}Color`])[3] > 0,
        ) ||
        (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0)
      );
    };
    for (const field of document.querySelectorAll(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [type=range]), select, textarea, .btn, .MuiButton-root',
    )) {
      if (!isSeen(field) || getComputedStyle(field).opacity === '0') continue;
      const box = field.closest('.MuiInputBase-root, .input, label, .field') ?? field;
      if (![field, box, field.parentElement!, ...box.querySelectorAll('fieldset')].some(hasLine))
        faults.push(`${say(field)} has no edge`);
    }
    const states = ['[aria-pressed]', '[aria-checked]', '[aria-selected]', '[aria-current]'];
    for (const chosen of document.querySelectorAll(
      '[aria-pressed=true], [aria-checked=true]:not(input), [aria-selected=true], [aria-current]:not([aria-current=false])',
    )) {
      if (!isSeen(chosen)) continue;
      const others = [
        ...(chosen.parentElement?.parentElement?.querySelectorAll(
          `${chosen.tagName}${states.some((state) => chosen.matches(state)) ? '' : ''}`,
        ) ?? []),
      ].filter(
        (each) =>
          each !== chosen &&
          isSeen(each) &&
          each.className === chosen.className &&
          !each.matches(
            '[aria-pressed=true], [aria-checked=true], [aria-selected=true], [aria-current]:not([aria-current=false])',
          ),
      );
      const looks = (each: Element) => {
        const {
          backgroundColor,
          borderTopColor,
          borderBottomColor,
          borderLeftColor,
          borderTopWidth,
          borderBottomWidth,
          borderLeftWidth,
          color,
          fontWeight,
          outlineStyle,
          textDecorationLine,
        } = getComputedStyle(each);
        return [
          backgroundColor,
          borderTopWidth,
          borderTopWidth === '0px' ? '' : borderTopColor,
          borderBottomWidth,
          borderBottomWidth === '0px' ? '' : borderBottomColor,
          borderLeftWidth,
          borderLeftWidth === '0px' ? '' : borderLeftColor,
          color,
          fontWeight,
          outlineStyle,
          textDecorationLine,
        ].join();
      };
      if (others.length > 0 && others.every((each) => looks(each) === looks(chosen)))
        faults.push(`${say(chosen)} does not look chosen`);
    }
    for (const mark of document.querySelectorAll<HTMLElement>('.mark, .meter > span, [role="img"] > span')) {
      if (mark.offsetWidth === 0 || mark.offsetHeight === 0) continue;
      const { backgroundColor, backgroundImage, outlineStyle } = getComputedStyle(mark);
      const ground = getComputedStyle(mark.parentElement!).backgroundColor;
      if (outlineStyle === 'none' || (backgroundImage === 'none' && backgroundColor === ground))
        faults.push(`${say(mark)} is not seen`);
    }
    return [...new Set(faults)];
  }

  function colourAlone(): string[] {
    const links = [...document.querySelectorAll('main a, main button.link, body > :not(#root) a')].filter((link) => {
      const words = [...(link.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
      );
      const { display, textDecorationLine, borderTopWidth } = getComputedStyle(link);
      return (
        isSeen(link) &&
        words &&
        display.startsWith('inline') &&
        textDecorationLine === 'none' &&
        borderTopWidth === '0px'
      );
    });
    const chips = [...document.querySelectorAll('.chip')].filter(
      (chip) => isSeen(chip) && chip.textContent.trim() === '',
    );
    return [
      ...links.map((link) => `the link ${say(link)} has only its colour`),
      ...chips.map((chip) => `${say(chip)} has no word`),
    ];
  }

  /** By a word of its label: what a browser needs to know to fill in a field about its own user. */
  function purposes(): string[] {
    const known: [RegExp, string[]][] = [
      [/^e-?mail|^work e-?mail/i, ['email', 'username', 'username webauthn']],
      [/^first name/i, ['given-name']],
      [/^last name/i, ['family-name']],
      [/^phone/i, ['tel', 'tel-national']],
      [/^current password|^password$/i, ['current-password', 'new-password']],
      [/^new password/i, ['new-password']],
    ];
    return [...document.querySelectorAll('input')].flatMap((field) => {
      const label = (field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '').trim();
      const token = known.find(([words]) => words.test(label))?.[1];
      return isSeen(field) && token && !token.includes(field.autocomplete)
        ? [`“${label}” has autocomplete “${field.autocomplete}”`]
        : [];
    });
  }

  function sequence(): string[] {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (Number(element.getAttribute('tabindex')) > 0)
        faults.push(`${say(element)} has a place in the order of its own`);
      const { order, flexDirection } = getComputedStyle(element);
      if (isSeen(element) && Number(order) !== 0) faults.push(`${say(element)} is moved by its style`);
      if (isSeen(element) && flexDirection.endsWith('reverse') && !element.closest('button'))
        faults.push(`${say(element)} turns its order round`);
    }
    return faults;
  }

  const moving = () =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().iterations === Infinity)
      .map((each) => `${say((each.effect as KeyframeEffect).target!)} moves without an end`);

  const hasMoves = (each: Element) =>
    [...each.querySelectorAll('button')].some((button) =>
      /^(move|up|down|earlier|later)\b/i.test(button.getAttribute('aria-label') ?? button.textContent),
    );

  /** What can be dragged has buttons for the same, perhaps once it is unfolded. */
  const dragged = async () => {
    const faults: string[] = [];
    for (const each of document.querySelectorAll('[draggable=true]')) {
      if (hasMoves(each)) continue;
      each.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      if (!hasMoves(each)) faults.push(`${say(each)} can only be dragged`);
    }
    return faults;
  };

  window.checks = {
    clipped,
    sideways,
    structure,
    names,
    nonTextContrast,
    controlsWithoutEdge,
    colourAlone,
    purposes,
    sequence,
    moving,
    dragged,
  };
}
