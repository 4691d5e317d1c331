/**
 * An ESLint rule that asks for a doc comment on what other files of src/ use: each exported function, each exported
 * class and each public method of it. A method that implements or overrides a documented method of a supertype has its
 * comment there. Accessors and constructors are exempt.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const src = resolve(import.meta.dirname, '../../src');

const hasComment = (node) => ts.getJSDocCommentsAndTags(node).length > 0;

/** The types that a class or an interface names after `extends` and `implements`, without type arguments. */
function supertypesOf(declaration) {
  return (declaration.heritageClauses ?? []).flatMap((clause) => clause.types.map((type) => type.expression.getText()));
}

let known;

/**
 * The classes and interfaces of src/ by name, each with its supertypes and the names of its documented members; read
 * once. Two files may each have a private type of one name: such types count as one.
 */
function types() {
  if (known !== undefined) return known;
  known = new Map();
  for (const name of readdirSync(src, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const file = ts.createSourceFile(name, readFileSync(join(src, name), 'utf8'), ts.ScriptTarget.Latest, true);
    for (const declaration of file.statements) {
      if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) continue;
      const type = known.get(declaration.name.text) ?? { supertypes: [], documented: new Set() };
      type.supertypes.push(...supertypesOf(declaration));
      for (const member of declaration.members)
        if (member.name !== undefined && hasComment(member)) type.documented.add(member.name.getText());
      known.set(declaration.name.text, type);
    }
  }
  return known;
}

/** Whether the type or one of its supertypes documents a member of the name. */
function documents(type, member) {
  const { supertypes, documented } = types().get(type) ?? { supertypes: [], documented: new Set() };
  return documented.has(member) || supertypes.some((supertype) => documents(supertype, member));
}

export default {
  rules: {
    exported: {
      meta: {
        type: 'problem',
        docs: { description: 'what src/ exports has doc comments' },
        messages: {
          missing: '{{name}} has no doc comment: say what goes in and out, what is absent when, and its source',
        },
        schema: [],
      },
      create(context) {
        const code = context.sourceCode;
        const isDoc = (comment) => comment?.type === 'Block' && comment.value.startsWith('*');
        const isDocumented = (node) => code.getCommentsBefore(node).some(isDoc);
        const report = (node, name) => {
          context.report({ node, messageId: 'missing', data: { name } });
        };

        /** A function's overloads share one comment. */
        const overloads = (node) =>
          node.parent.parent.body.filter(
            ({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration?.id?.name === node.id.name,
          );

        const checkFunction = (node) => {
          if (!overloads(node).some(isDocumented)) report(node.id, node.id.name);
        };

        const checkMethod = (owner, node) => {
          const isPublic = (node.accessibility ?? 'public') === 'public' && node.key.type !== 'PrivateIdentifier';
          if (node.kind !== 'method' || !isPublic || node.override || isDocumented(node)) return;
          const name = code.getText(node.key);
          const member = node.computed ? `[${name}]` : name;
          const supertypes = [owner.superClass, ...owner.implements.map((type) => type.expression)];
          if (supertypes.some((type) => type && documents(code.getText(type), member))) return;
          report(node.key, `${owner.id.name}.${member}`);
        };

        return {
          'ExportNamedDeclaration > FunctionDeclaration': checkFunction,
          'ExportNamedDeclaration > TSDeclareFunction': checkFunction,
          'ExportNamedDeclaration > VariableDeclaration'(node) {
            const functions = ['ArrowFunctionExpression', 'FunctionExpression'];
            for (const { id, init } of node.declarations)
              if (functions.includes(init?.type) && !isDocumented(node.parent)) report(id, id.name);
          },
          'ExportNamedDeclaration > ClassDeclaration'(node) {
            // The comment at the top of a file may be that of its class.
            if (!isDocumented(node.parent) && !isDoc(code.getAllComments()[0])) report(node.id, node.id.name);
            for (const member of node.body.body)
              if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition')
                checkMethod(node, member);
          },
        };
      },
    },
  },
};
