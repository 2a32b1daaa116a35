"""Every statement of the five documents: where it stands, and which chapter judges it.

A key is document:lines, with /name where several statements share the lines. The gist says what is
printed, in our words and with its slips. The claims say whether it is true.
"""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class Document:
    """One of the documents; the hash tells whether the line numbers fit a copy of it."""

    title: str
    language: str
    sha256: str
    lines: int

    @property
    def code(self) -> str:
        """The language's code."""
        return {"Indonesian": "id", "Korean": "ko"}[self.language]


@dataclass(frozen=True)
class Statement:
    """One thing that a document asserts."""

    key: str
    chapter: str
    gist: str
    not_checkable: str = ""  # the reason, where no mathematics or code can judge it

    @property
    def document(self) -> str:
        """The document's number."""
        return self.key[:3]

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line."""
        first, _, last = self.key[4:].split("/")[0].partition("-")
        return int(first), int(last or first)


DOCUMENTS = {
    "000": Document(
        "Transformer section of the thesis draft",
        "Indonesian",
        "7adfdb4949b79b0b7a05d7a57e345021214389c26348341913388b005cbb34d8",
        97,
    ),
    "001": Document(
        "Notes for chapter 3 of the thesis",
        "Indonesian",
        "81f5af620124544bb51791084a80fe87508ca92163ade8f895c05ba41c418dd8",
        533,
    ),
    "002": Document(
        "Course module 3: attention and feed-forward",
        "Indonesian",
        "7a05a850a01db3015b3ba23d6d81a3c2c854b1406325eab0d1c09f064f263877",
        97,
    ),
    "003": Document(
        "Reading notes on the Transformer paper",
        "Korean",
        "a9e785d841564e2ba7af16af05d66d98cd13773e601ca5874022a4abfe0044b5",
        101,
    ),
    "004": Document(
        "Lecture notes, week 4",
        "Korean",
        "12a93c47c8cd9572504ef7c4f40d61fcc74e6a70be936af5a3b1e129670031bd",
        105,
    ),
}

_TABLE = r"""
000:1-6/drawing ¦ encoder ¦ The figure shows an encoder and a decoder, each of several blocks.
000:1-6/parts ¦ encoder ¦ The caption names the blocks alone: neither embedding and positions, nor the last linear layer and softmax. ¦ It is left out, not asserted.
000:8/origin ¦ encoder ¦ Transformers were introduced for machine translation, as a sequence-to-sequence model. ¦ It is history.
000:8/state-of-the-art ¦ encoder ¦ State-of-the-art models usually use the architecture. ¦ No measure or date is given.
000:8/other-problems ¦ encoder ¦ Transformers are now used for other problems of language processing too. ¦ It is history.
000:8/spelling ¦ encoder ¦ Printed: "sequance to sequance" and "permasalahn". ¦ It is a slip of spelling.
000:8/style ¦ encoder ¦ Capitals stand within sentences and sentences begin in lower case, here and in lines 17, 23, 29, 58, 68 and 71; headings and citations have several styles. ¦ It is a matter of style.
000:10/no-recurrence ¦ encoder ¦ A Transformer uses neither recurrent nor convolutional networks.
000:10/feed-forward-only ¦ encoder ¦ A Transformer is a feed-forward network that handles all inputs in parallel.
000:10/relies-on-attention ¦ encoder ¦ Attention takes over order dependence from RNNs and local features from CNNs.
000:10/spelling ¦ encoder ¦ Printed: "mengunakan" and "feed foward". ¦ It is a slip of spelling.
000:10/citation ¦ encoder ¦ A citation is still to be filled in. ¦ The reference is not finished.
000:10/name ¦ encoder ¦ The model is called a feed-forward network, which is also the name of a layer in line 88; that layer is a convolution of width 1. ¦ It is a matter of names.
000:10/earlier ¦ encoder ¦ It differs from earlier architectures of translation in that it relies on attention. ¦ It is history: recurrent nets had attention before; what is new is to do without recurrence.
000:12 ¦ encoder ¦ A Transformer uses three kinds of attention.
000:12/uses ¦ encoder ¦ One attention in three uses is called three kinds; where queries, keys and values come from, and the mask, are not said. ¦ It is a matter of names.
000:13 ¦ encoder ¦ In encoder self-attention each representation depends on the other tokens.
000:13/input ¦ encoder ¦ Encoder self-attention takes the input sentence and gives a vector for each token.
000:13/typesetting ¦ heads ¦ The list begins without a blank line. ¦ It is a slip of typesetting.
000:15 ¦ decoder ¦ In decoder self-attention each representation depends on the previous tokens.
000:15/input ¦ decoder ¦ Decoder self-attention takes the partial translation.
000:15/order ¦ decoder ¦ The order of the decoder's tokens is called that of the input. ¦ It is a matter of names.
000:15/itself ¦ decoder ¦ That a token also depends on itself, and that a mask keeps later ones away, is not said. ¦ It is left out, not asserted.
000:17/cross ¦ decoder ¦ Decoder-encoder attention uses both sequences of representations to produce the next token.
000:17/fed-back ¦ decoder ¦ The produced token is appended to the target sequence for the next prediction.
000:17/produces ¦ decoder ¦ Decoder-encoder attention serves to produce the next token.
000:17/name ¦ decoder ¦ It is called decoder-encoder attention; the original calls it encoder-decoder attention. ¦ It is a matter of names.
000:17/end ¦ decoder ¦ How generation begins and how it ends is not said. ¦ It is left out, not asserted.
000:17/type ¦ decoder ¦ What the attention is said to produce is a token; it gives a row for each target token, in every block. ¦ It is a matter of words: a token is chosen after the last block.
000:23/weighted-mean ¦ lookup ¦ Attention is a weighted mean of the elements.
000:23/query-and-keys ¦ lookup ¦ Its weights are computed dynamically from the query and the keys.
000:23/uneven ¦ lookup ¦ The elements are not weighted evenly.
000:23/by-value ¦ lookup ¦ An element is weighted according to its "value".
000:23/four-parts ¦ lookup ¦ An attention mechanism has four parts: query, keys, values, score function.
000:25 ¦ lookup ¦ The query represents what is sought. ¦ It says what a vector is for, not what it is.
000:27 ¦ lookup ¦ The key represents what an element offers; it should let the query find the element. ¦ It says what a vector is for, not what it is.
000:27/designed ¦ lookup ¦ Keys have to be designed so that a query finds the elements. ¦ It says what keys are for; they are learned, and nothing in the formula makes them so.
000:29 ¦ lookup ¦ There is one value for each element, and values are what is averaged.
000:31/score-is-weight ¦ scores ¦ The score function gives the weights of the values.
000:31/dot ¦ scores ¦ The score may be a dot product.
000:31/cosine ¦ scores ¦ The score may be a cosine distance.
000:31/mlp ¦ scores ¦ The score may be a multi-layer perceptron.
000:31/name ¦ scores ¦ The dot product is called "perkalian skalar", which is also the product with a number. ¦ It is a matter of names.
000:31/spelling ¦ scores ¦ Printed: "pada" twice. ¦ It is a slip of spelling.
000:33 ¦ softmax ¦ Softmax of the scores gives normalised weights.
000:33/mean ¦ lookup ¦ The weights give the weighted mean of the values.
000:33/applied ¦ softmax ¦ The scores are said to be applied to the softmax. ¦ It is a slip of words: the softmax is applied to all scores of a query together.
000:37/weights ¦ softmax ¦ α_i = exp(f(q, k_i)) / Σ_j exp(f(q, k_j)).
000:37/no-limit ¦ softmax ¦ The sum in the denominator starts at j = 1 and has no upper limit.
000:38/typesetting ¦ softmax ¦ A blank line stands inside aligned; lines 61 and 91 put equation and align inside $$.
000:39/output ¦ lookup ¦ The output is Σ α_i v_i.
000:39/no-limit ¦ softmax ¦ The sum of the output starts at i = 1 and has no upper limit.
000:39/name ¦ lookup ¦ The output has no letter here; line 62 calls it Y. ¦ It is a matter of names.
000:44 ¦ heads ¦ "Ugly, has to be changed." ¦ It is a note of the author's.
000:46/self ¦ heads ¦ The Transformer's mechanism is called self-attention: each element has query, key and value.
000:46/others-lack ¦ heads ¦ Other attention mechanisms have values and keys only.
000:46/other-elements ¦ heads ¦ An output uses its own query and all keys of the other elements.
000:46/named ¦ heads ¦ The Transformer's implementation of self-attention is scaled dot-product attention.
000:46/roles ¦ heads ¦ Each element of the sequence has a query, a key and a value.
000:46/keys-alone ¦ heads ¦ The output is said to be made of a query and keys, values not being mentioned. ¦ It is left out, not asserted.
000:46/spelling ¦ heads ¦ Printed: "Mekanimse"; in lines 48 and 58 "di hitung" and "paramater". ¦ It is a slip of spelling.
000:46/one-thing ¦ heads ¦ Taken at its word: scaled dot-product attention is self-attention.
000:48/each ¦ heads ¦ Each element has an output vector Y of n×d_v.
000:48/sizes ¦ heads ¦ X is n×d, Y is n×d_v, Q and K are n×d_k, V is n×d_v.
000:50-56 ¦ heads ¦ Q = X W^Q, K = X W^K, V = X W^V.
000:58 ¦ heads ¦ W^Q and W^K are d×d_k, W^V is d×d_v, all parameters.
000:58/typesetting ¦ heads ¦ W^Q is printed with an ampersand.
000:58/called-score ¦ heads ¦ What is displayed as the score function is the output Y.
000:60-64 ¦ heads ¦ Y = softmax(Q K^T / sqrt(d_k)) V.
000:60-64/mask ¦ heads ¦ No mask stands in the formula, though line 15 needs one. ¦ It is left out, not asserted.
000:68/score ¦ scores ¦ The score is the dot product of query and key, divided by sqrt(d_k).
000:68/too-large-or-small ¦ scaling ¦ The division avoids scores that are too large or too small for large d_k.
000:68/softmax-small ¦ scaling ¦ Such scores make the values of the softmax very small.
000:68/citation ¦ scores ¦ The equation is referred to without a number. ¦ The reference is not finished.
000:71/contextual ¦ heads ¦ Y holds a contextual representation of each element of X.
000:71/next-layer ¦ heads ¦ Y can be the input of the next attention layer.
000:71/typesetting ¦ heads ¦ Y stands in italics, elsewhere in bold. ¦ It is a slip of typesetting.
000:79 ¦ heads ¦ MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^O.
000:79/sizes ¦ heads ¦ The sizes of the heads' projections and of W^O, and h itself, are not given. ¦ It is left out, not asserted.
000:80 ¦ heads ¦ head_i = Attention(Q_i, K_i, V_i).
000:81-83 ¦ heads ¦ Q_i = X W_i^Q, K_i = X W_i^K, V_i = X W_i^V, although MultiHead's arguments are Q, K, V.
000:81-83/typesetting ¦ heads ¦ The index of Q_i, K_i and V_i stands inside the bold. ¦ It is a slip of typesetting.
000:88 ¦ feedforward ¦ The net is called pointwise. ¦ It is a matter of names: position-wise is meant, each row by itself.
000:92 ¦ feedforward ¦ FFN(X) = max(0, X W_1 + b_1) W_2 + b_2.
000:92/rows ¦ feedforward ¦ The rows b_1 and b_2 are added to matrices; that they are added to each row, and their sizes, are not said. ¦ It is a matter of notation.
000:96 ¦ position ¦ The section on positional encoding is empty. ¦ It is left out, not asserted.
001:5 ¦ lookup ¦ Soft attention is a soft lookup table.
001:5/style ¦ lookup ¦ Headings end in full stops or begin in lower case, and English is mixed with Indonesian, here and below. ¦ It is a matter of style.
001:8 ¦ lookup ¦ α and A are called attention weights.
001:8/typesetting ¦ lookup ¦ A is typed \Alpha, here and in line 87, which LaTeX does not have.
001:8/bold ¦ lookup ¦ \mathbf does not embolden α, so the row α and the number α look alike, here and below. ¦ It is a slip of typesetting.
001:10 ¦ lookup ¦ f_attn is called the attention score.
001:12/set ¦ lookup ¦ The table is written with braces, as a set of pairs.
001:12/first-pair ¦ lookup ¦ The first pair is printed (k_1, v_2).
001:12/rewritten ¦ lookup ¦ The table can be rewritten as the matrices K and V.
001:12/rows ¦ lookup ¦ That k_i, v_i and q_i are rows is not said. ¦ It is left out, not asserted.
001:14-19 ¦ lookup ¦ K has the rows k_1 to k_n and is n×d_k.
001:14-19/typesetting ¦ lookup ¦ The matrices stand without brackets, here and in lines 72-77 and 87-102. ¦ It is a slip of typesetting.
001:21-26 ¦ lookup ¦ V has the rows v_1 to v_n and is n×d_v.
001:29/query ¦ lookup ¦ The query q has d_k components.
001:29/called-score ¦ lookup ¦ What Attention(q, K, V) computes is called the attention score.
001:29/width ¦ lookup ¦ Keys (line 14) and queries have one width d_k here; line 159 gives queries a width of their own, d_q. ¦ A name is used anew; each formula is judged by itself.
001:32/formula ¦ lookup ¦ Attention(q, K, V) = α V.
001:32/size ¦ lookup ¦ Attention(q, K, V) has d_v components.
001:32/typesetting ¦ lookup ¦ q stands in italics, in line 29 in bold. ¦ It is a slip of typesetting.
001:38 ¦ lookup ¦ α is the row of the n weights.
001:42/arguments ¦ lookup ¦ α_i is written as a function of q and k_i.
001:42/softmax-of-weights ¦ softmax ¦ α_i = Softmax_i(α), the softmax of the weights themselves.
001:42/ratio ¦ softmax ¦ Softmax_i is f(q, k_i) / Σ_j f(q, k_j), without exponentials.
001:43-44/typesetting ¦ softmax ¦ An empty align stands in the display; blank lines, equation and align stand inside $$ in many places.
001:48 ¦ lookup ¦ The weights, as printed in line 42, sum to one.
001:49 ¦ lookup ¦ The weights, as printed in line 42, lie between 0 and 1.
001:52/dot ¦ scores ¦ The score may be a similarity such as the dot product.
001:52/cosine ¦ scores ¦ The score may be a similarity such as the cosine distance.
001:52/network ¦ scores ¦ The score may be a neural network.
001:52/score ¦ scores ¦ f_attn computes the score of a query and one key.
001:56/one-hot ¦ lookup ¦ In hard attention α_i is a one-hot vector.
001:56/binary ¦ lookup ¦ In hard attention α_i is 0 or 1 and the weights sum to one.
001:56/spelling ¦ lookup ¦ Printed: "diatas"; in lines 66, 110 and 400 "ga bsa", "disini" and "diantara", from line 182 on "dimana". ¦ It is a slip of spelling.
001:59-63 ¦ lookup ¦ α_i = 1 if i = argmax_j f(q, k_j), else 0.
001:66/not-differentiable ¦ lookup ¦ Hard attention is not differentiable.
001:66/not-trainable ¦ lookup ¦ Therefore it cannot be trained by backpropagation.
001:72-77 ¦ lookup ¦ Q has the rows q_1 to q_m and is m×d_k.
001:81 ¦ lookup ¦ Attention(Q, K, V) = A V is m×d_v.
001:81/typesetting ¦ lookup ¦ A is called \Alpha in line 87, which defines it after its use. ¦ It is a slip of typesetting.
001:87-103 ¦ lookup ¦ A has the rows α_1 to α_m and is m×n.
001:87-103/name ¦ lookup ¦ α_1 to α_m are rows here, and numbers in line 38. ¦ A name is used anew; each formula is judged by itself.
001:106/arguments ¦ lookup ¦ α_ij is written as a function of q_i and k_j.
001:106/softmax-of-weights ¦ softmax ¦ α_ij = Softmax_j(α_i), the softmax of the weights themselves.
001:106/ratio ¦ softmax ¦ Softmax_j is f(q_i, k_j) / Σ_k f(q_i, k_k), without exponentials.
001:106/index ¦ lookup ¦ The sum's index k stands beside the key k, in bold.
001:106/over-keys ¦ lookup ¦ Each row is normalised over the keys.
001:109 ¦ kernel ¦ Kernel regression is non-parametric attention.
001:109/parameter ¦ kernel ¦ Kernel regression is called non-parametric, though β is a parameter of the kernel. ¦ It is a matter of names: nothing in it is learned by gradients.
001:110 ¦ kernel ¦ Attention is a parametric version of kernel regression.
001:113 ¦ kernel ¦ The data are n pairs of a vector x_i and a number y_i.
001:113/set ¦ kernel ¦ The data are written with braces, as a set of pairs.
001:114-117 ¦ kernel ¦ "If we have a point x_*" stands among remnants of line 182, with odd dollar signs.
001:114-117/spelling ¦ kernel ¦ Printed: "proykesi", here and in line 182. ¦ It is a slip of spelling.
001:119 ¦ kernel ¦ y_* = Σ α_i(x_*, x_i) y_i.
001:119/arguments ¦ lookup ¦ α_i is written as a function of x_* and x_i.
001:119/estimate ¦ kernel ¦ The prediction is written y_*, like the response itself. ¦ It is a matter of names.
001:123 ¦ kernel ¦ α_i = f(x_*, x_i) / Σ_j f(x_*, x_j).
001:123/name ¦ kernel ¦ f_attn is a kernel that is divided by its sum here, and the argument of a softmax in line 190. ¦ A name is used anew; each formula is judged by itself.
001:123/arguments ¦ lookup ¦ α_i is written as a function of x_* and x_i again, here and in line 137.
001:128 ¦ kernel ¦ The score may be chosen to be a kernel, for instance a Gaussian one.
001:131/formula ¦ kernel ¦ K_β(x_* - x_i) = exp(-||x_* - x_i||² β² / 2).
001:131/beta ¦ kernel ¦ The kernel carries β as a factor of the distance, and no normalising constant.
001:137 ¦ kernel ¦ The prediction is Σ f_i / (Σ_j f_j) y_i.
001:140-145 ¦ kernel ¦ The prediction is Σ Softmax_i([K_1, ..., K_n]) y_i, the softmax of the kernel values.
001:140-145/typesetting ¦ kernel ¦ The lines of align have no marks to be aligned at, from line 137 on. ¦ It is a slip of typesetting.
001:147 ¦ kernel ¦ The prediction is the ratio of Gaussian exponentials, times y_i.
001:156 ¦ scores ¦ Non-parametric attention is f(q, k) = Kernel(q, k).
001:156/width ¦ kernel ¦ A kernel compares vectors of one width; that q and k have one is not said, and line 159 gives them two. ¦ It is left out, not asserted.
001:159 ¦ scores ¦ It becomes parametric by multiplying q by W_q and k by W_k.
001:159/name ¦ scores ¦ d_k is the width of a key before the projection here, after it in 000:48; W_q and W^q are one. ¦ A name is used anew; each formula is judged by itself.
001:159/sizes ¦ scores ¦ The sizes of W_q and W_k are not given, and weights are called "beban", here and in line 198. ¦ It is left out, not asserted.
001:161/one-size ¦ scores ¦ q and k are usually projected to one size.
001:161/namely ¦ scores ¦ That is to say, d_q = d_k = d_attn.
001:161/typesetting ¦ scores ¦ q and k are typed as formulas outside of dollar signs.
001:163 ¦ scores ¦ A similarity is used instead of a kernel.
001:163/names ¦ scores ¦ The examples are score functions, and are called attention. ¦ It is a matter of names.
001:166/formula ¦ scores ¦ Additive attention is (q W^q + k W^k) W_out.
001:166/similarity ¦ scores ¦ It is an example of a similarity of query and key.
001:169/number ¦ scores ¦ The second example is numbered 1 again. ¦ It is a slip of typesetting.
001:172 ¦ scores ¦ Dot-product attention is (q W^q)(k W^k)^T.
001:179 ¦ scores ¦ Scaled dot-product attention divides this by sqrt(d_attn).
001:182-183 ¦ scores ¦ d_attn is the size to which W^q and W^k project.
001:185 ¦ scores ¦ The values are projected by W^v.
001:185/spelling ¦ scores ¦ Printed: "di proyeksikan". ¦ It is a slip of spelling.
001:187 ¦ lookup ¦ What Attention(Q, K, V) computes is called the attention score, again.
001:187/vector ¦ lookup ¦ The matrix V is called a vector of values. ¦ It is a matter of names.
001:187/words ¦ scores ¦ A word is missing from "menghitung skor attention dengan pada contoh 3". ¦ It is a slip of spelling.
001:190 ¦ scores ¦ Attention(Q, K, V) = Softmax(Q W^q (K W^k)^T / sqrt(d_attn)) V W^v.
001:190/name ¦ scores ¦ Attention(Q, K, V) projects its arguments here; in lines 32 and 81, in 000:62 and in 004:25 it does not. ¦ A name is used anew; each formula is judged by itself.
001:190/softmax ¦ softmax ¦ Softmax has exponentials here and in 000:37, and none in lines 42 and 106. ¦ A name is used anew; each formula is judged by itself.
001:190/mask ¦ scores ¦ No mask stands in it, nor anywhere in this document; a decoder needs one. ¦ It is left out, not asserted.
001:193 ¦ softmax ¦ Softmax of a matrix is the softmax of each row.
001:198/why ¦ scaling ¦ Dividing by sqrt(d_attn) avoids weights concentrated at about 0 and 1.
001:198/grows ¦ scaling ¦ The score becomes larger or smaller as d_attn grows.
001:198/score ¦ scaling ¦ The score is written q k^T, without the projections of line 205. ¦ It is a matter of names.
001:200 ¦ scaling ¦ The projections q W^q and k W^k are distributed as N(0, σ²).
001:200/vector ¦ scaling ¦ A row of d_attn numbers is given the law of a single number. ¦ It is a matter of notation: the law of each component is meant.
001:204-206/sum ¦ scaling ¦ The variance of the score is the sum of the variances of its d_attn products.
001:204-206/value ¦ scaling ¦ That sum is σ⁴ d_attn.
001:204-206/typesetting ¦ scaling ¦ A bracket is not closed, and a single dollar sign stands for a display.
001:204-206/conclusion ¦ scaling ¦ The variance after the division by sqrt(d_attn), for which the sum is computed, is not given. ¦ It is left out, not asserted.
001:208 ¦ scaling ¦ LayerNorm gives unit variance before attention, so σ⁴ is no problem.
001:208/spelling ¦ scaling ¦ Printed: "karena biasnya karena". ¦ It is a slip of spelling.
001:210/variance ¦ scaling ¦ A large d_attn makes the variance of the score large.
001:210/one-key ¦ scaling ¦ They are written as the softmax of the score of one key k.
001:210/extremes ¦ scaling ¦ So the weights are often near 0 and 1.
001:212-214 ¦ scaling ¦ Softmax is then less effective, since its gradients are very small.
001:212-214/suspected ¦ scaling ¦ The small gradients stand as a fact; the original suspects them. ¦ It is history: section 3.2.1 of that paper says "We suspect".
001:218/kernel-matrix ¦ heads ¦ The matrix of weights can be seen as a kernel matrix.
001:218/always-help ¦ heads ¦ Many kernels always help.
001:218/aspects ¦ heads ¦ Heads capture different aspects of similarity; that is the idea of multi-head attention. ¦ It says what heads are for, not what they do.
001:218/spelling ¦ heads ¦ Printed: "transforrmers". ¦ It is a slip of spelling.
001:224 ¦ heads ¦ MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^o.
001:225 ¦ heads ¦ head_i = Attention_i(Q, K, V).
001:228 ¦ heads ¦ Attention_i scales by sqrt(d_attn / h) and projects by W_i^q, W_i^k, W_i^v.
001:228/typesetting ¦ heads ¦ Text stands between \end{align} and $$, here and in line 244. ¦ It is a slip of typesetting.
001:231 ¦ heads ¦ Concat puts the heads side by side.
001:233 ¦ heads ¦ "If we want the output to have d_attn columns", with nothing after it. ¦ The sentence is not finished.
001:236 ¦ heads ¦ In self-attention Q = K = V = X.
001:236/convention ¦ heads ¦ Q, K and V are the inputs of the projections here, their outputs in 000:52-54. ¦ A name is used anew; each formula is judged by itself.
001:240-244 ¦ heads ¦ Self-attention with h heads, with X in the place of Q, K and V.
001:254/formula ¦ heads ¦ MHSA(E) = Concat(head_i, ..., head_h) W^O, the first index printed i.
001:254/size ¦ heads ¦ MHSA(E) is L×d_token.
001:254/name ¦ heads ¦ MultiHead, MultiHead_h and MHSA are one; so are W^o and W^O, and d_token, d_input and d_model. ¦ It is a matter of names.
001:254/letter ¦ heads ¦ The input is called E, which line 294 uses for embeddings without positions; line 442 has X. ¦ It is a matter of names.
001:254/undefined ¦ heads ¦ L is explained in line 291 only, and d_token nowhere. ¦ It is left out, not asserted.
001:255/formula ¦ heads ¦ head_i = Softmax(E W_i^q (E W_i^k)^T / sqrt(d_token / h)) E W_i^v.
001:255/size ¦ heads ¦ head_i is L×(d_token / h).
001:256 ¦ heads ¦ The concatenation is L×d_token.
001:257/projections ¦ heads ¦ W_i^q, W_i^k and W_i^v are (d_token / h)×(d_token / h).
001:257/output ¦ heads ¦ W^O is d_token×d_token.
001:257/typesetting ¦ heads ¦ A comma stands before ∈. ¦ It is a slip of typesetting.
001:265 ¦ embedding ¦ "The notation is still ugly, will be changed." ¦ It is a note of the author's.
001:268 ¦ embedding ¦ The input is a sequence of words or subwords, which one-hot encoding can represent.
001:268/spelling ¦ embedding ¦ Printed: "sequance"; in lines 288 and 303 "initaliaze", "berubah2" and "pengunaan". ¦ It is a slip of spelling.
001:268/sentence ¦ embedding ¦ The input is called a sentence; any sequence of tokens serves. ¦ It is a matter of names.
001:270 ¦ embedding ¦ T = {t_1, ..., t_|V|} is the set of possible tokens.
001:270/name ¦ embedding ¦ The number of tokens is written |V|, of a set that is called T. ¦ It is a matter of names.
001:272-273 ¦ embedding ¦ The one-hot vector of t_{i_k} has |V| components, with 1 at index i_k.
001:272-273/name ¦ embedding ¦ k counts places of the sequence here, keys in line 106, negatives in line 525. ¦ A name is used anew; each formula is judged by itself.
001:276 ¦ embedding ¦ One-hot vectors are sparse.
001:276/trouble ¦ embedding ¦ That they are sparse is called a trouble; the trouble is their length |V| and their equal distances. ¦ It is a judgement; a product with a sparse row takes one row of a table.
001:277/no-relation ¦ embedding ¦ One-hot vectors hold no information on the relations of tokens.
001:277/no-operations ¦ embedding ¦ No meaningful operations are possible on them.
001:277/any-operation ¦ embedding ¦ Taken at its word: no operation on one-hot vectors means anything.
001:279 ¦ embedding ¦ The embedding matrix is |V|×d_model.
001:279/solution ¦ embedding ¦ The embedding matrix solves that: its rows hold relations of tokens. ¦ It is about trained models and language.
001:284 ¦ embedding ¦ e = oh E_V has d_model components.
001:287 ¦ embedding ¦ That is row i of the embedding matrix.
001:287/index ¦ embedding ¦ The row is called i, which line 273 calls i_k. ¦ It is a slip of an index.
001:288 ¦ embedding ¦ The embedding matrix is learned, from a random start.
001:291 ¦ embedding ¦ A sequence t has L tokens of the vocabulary.
001:294-299/formula ¦ embedding ¦ Embed(t) has the rows e_{t_{i_1}} to e_{t_{i_L}}.
001:294-299/size ¦ embedding ¦ Embed(t) is n×d_model, n being the number of elements, as in line 303.
001:294-299/name ¦ embedding ¦ That number is called L inside the matrix. ¦ It is a matter of names: n and L count the same elements.
001:303/equivariance ¦ position ¦ Attention is permutation equivariant: if the order changes, the result does not.
001:303/set ¦ position ¦ Attention works on the set {x_1, ..., x_n}, not on the sequence.
001:303/cannot-learn ¦ position ¦ So the model cannot learn the importance of order.
001:305 ¦ position ¦ A position vector p with d_input components is added to each element.
001:305/overcomes ¦ position ¦ Position vectors are added so that order can be told.
001:305/original ¦ position ¦ The original paper adds position vectors. ¦ It is history: section 3.5 of that paper says so.
001:305/name ¦ position ¦ The heading says positional embedding, the text positional encoding; the width is called d_input here, d_model below. ¦ It is a matter of names.
001:305/reference ¦ position ¦ Equations are referred to as xx, here and in line 400. ¦ The reference is not finished.
001:308 ¦ position ¦ PE_{pos,i} = sin(pos / 10000^{i/d_model}) for even i, cos(pos / 10000^{(i-1)/d_model}) otherwise.
001:311/ranges ¦ position ¦ pos ≤ L and i ≤ d_model are positions and indices.
001:311/d-model ¦ position ¦ d_model is the number of elements in the sequence.
001:311/index ¦ position ¦ i is called the index of the position vector, though it counts the components of one. ¦ It is a matter of names.
001:313 ¦ embedding ¦ The word embedding E is L×d_model.
001:313/name ¦ embedding ¦ It is called a word embedding, though the tokens of line 268 may be parts of words. ¦ It is a matter of names.
001:317 ¦ position ¦ X = E + PE × scale parameter.
001:317/typesetting ¦ position ¦ The scale is written in words in a formula; line 443 calls it γ. ¦ It is a slip of typesetting.
001:322 ¦ position ¦ An example is asked for in which E + PE differ. ¦ It is a note of the author's.
001:326-343 ¦ position ¦ The worked sum for (t_1, t_2, t_3), number by number.
001:333-337/one-hot ¦ position ¦ The position matrix of the example has one-hot rows, not those of line 308. ¦ It is an example: any rows of positions serve.
001:344-360 ¦ position ¦ The worked sum for (t_3, t_2, t_1), number by number.
001:344-360/middle ¦ position ¦ The reversed order leaves t_2 in its place; that X' is X in no other order of rows, which is the point, is not said. ¦ It is left out, not asserted.
001:355/argument ¦ position ¦ pos((t_1, t_2, t_3)) and pos((t_3, t_2, t_1)) are the same matrix.
001:364 ¦ position ¦ With token embeddings alone, the model is permutation equivariant.
001:364/word ¦ position ¦ "Permutation equivariant" is right here, and explained as invariance in line 303. ¦ A name is used anew; each formula is judged by itself.
001:368 ¦ embedding ¦ E_(t1,t2,t3) is Embed((t_1, t_2, t_3)).
001:368/typesetting ¦ embedding ¦ E is not bold here, and E_(t3,t2,t1) of line 369 is not defined. ¦ It is a slip of typesetting.
001:369 ¦ position ¦ Attention of E_(t1,t2,t3) equals Attention of E_(t3,t2,t1).
001:374-376 ¦ position ¦ "but", with nothing after it. ¦ The sentence is not finished.
001:379 ¦ position ¦ The scale parameter controls the size of the positional encoding.
001:380 ¦ position ¦ The original paper uses sqrt(d_model) for it.
001:382 ¦ position ¦ The positional encoding may be learned.
001:385-387 ¦ position ¦ pe_pos is a one-hot row at index pos, times W^pe.
001:385-387/table ¦ position ¦ W^pe has a row for each position, so no position beyond its last has a vector.
001:389-394 ¦ position ¦ Pos(t) has the rows pe_1 to pe_L and is L×d_model.
001:389-394/name ¦ position ¦ Pos(t) depends on the length of t alone; the learned rows are called PE, as the computed ones are, and pe and PE stand bold or not. ¦ It is a matter of names.
001:398 ¦ feedforward ¦ The net is called pointwise, in line 400 position-wise. ¦ It is a matter of names: position-wise is meant, each row by itself.
001:400 ¦ feedforward ¦ The FFN has two linear layers with ReLU between them.
001:400/spelling ¦ feedforward ¦ A space is missing in "(FFN)adalah". ¦ It is a slip of spelling.
001:404 ¦ feedforward ¦ FFN(X) = max(0, X W_1 + b_1) W_2 + b_2.
001:404/rows ¦ feedforward ¦ The rows b_1 and b_2 are added to matrices; that they are added to each row, and their sizes, are not said. ¦ It is a matter of notation.
001:412 ¦ normalization ¦ LayerNorm(X) = (X - μ) ⊙ 1/σ is L×d_token.
001:412/gain ¦ normalization ¦ It has neither gain nor bias, which 004:56 and the original have. ¦ A name is used anew; each formula is judged by itself.
001:413-422 ¦ normalization ¦ μ and 1/σ repeat μ_i and 1/σ_i along row i.
001:413-422/reciprocal ¦ normalization ¦ 1/σ, for a matrix σ, stands for the reciprocal of each entry; σ is a number in line 200. ¦ It is a matter of notation.
001:423 ¦ normalization ¦ μ_i is the mean of row i.
001:424 ¦ normalization ¦ σ_i is the root of the mean squared deviation of row i, without epsilon.
001:425 ¦ normalization ¦ ⊙ is the product entry by entry. ¦ It is a matter of notation.
001:425/typesetting ¦ normalization ¦ The sign ⊙ is set equal to words, in a formula. ¦ It is a slip of typesetting.
001:434 ¦ encoder ¦ All is said to be put together; decoder, causal mask, attention to the encoder and the output's softmax stand nowhere. ¦ It is left out, not asserted.
001:440 ¦ encoder ¦ EncoderBlock takes the tokens t and gives Y.
001:441 ¦ encoder ¦ Y = FFN(LayerNorm(Z) + Z).
001:442 ¦ encoder ¦ Z = LayerNorm(MultiHead_h(X, X, X) + X).
001:442/left-out ¦ encoder ¦ Dropout and the mask of padding are not in it, nor the sizes under which the sum is defined. ¦ It is left out, not asserted.
001:443 ¦ encoder ¦ X = Embed(t) + Pos(t) × γ, inside the block.
001:447-451 ¦ encoder ¦ Encoder(t) nests n blocks, each of which takes t.
001:447/name ¦ encoder ¦ Encoder blocks are called transformer blocks, and n counts them, as it counts keys and data elsewhere. ¦ It is a matter of names.
001:447/collection ¦ encoder ¦ The stack is called a collection; its blocks have an order, and each has parameters of its own. ¦ It is a matter of names.
001:454 ¦ bert ¦ BERT is called a stack of encoders. ¦ It is a matter of names.
001:458 ¦ bert ¦ L_MLM = -Σ_i log p(t_i | t without i), over all positions; commented out.
001:459 ¦ bert ¦ That is -Σ_i log Softmax(X W^o)_{t_i}; commented out.
001:459/index ¦ bert ¦ The row i is missing from Softmax(X W^o).
001:465 ¦ bert ¦ BERT(t) = Encoder(t).
001:471 ¦ bert ¦ Seg of the joined sentences has L_1 + L_2 + 1 + 2 components.
001:471/name ¦ bert ¦ t_1 is a sentence here, a token in line 270. ¦ A name is used anew; each formula is judged by itself.
001:471/lengths ¦ bert ¦ L_1 and L_2, the lengths of the two sentences, are not explained. ¦ It is left out, not asserted.
001:476-479/rule ¦ bert ¦ s_i is 0 for i ≤ L_1 + 2 and 1 above.
001:476-479/type ¦ bert ¦ s_i is printed as a bold 0 or 1, a vector.
001:483 ¦ bert ¦ t = [[CLS], t_{i_1}, ..., t_{i_L}], without separators.
001:483/separators ¦ bert ¦ L counts both [SEP] here, and no special token in line 291. ¦ A name is used anew; each formula is judged by itself.
001:489/name ¦ bert ¦ W^o is d×1 here and in line 506, d×|V| in line 459, d×d in line 257. ¦ A name is used anew; each formula is judged by itself.
001:489 ¦ bert ¦ p(y | t_1, t_2) is Bernoulli with parameter σ(BERT([t_1, t_2])_[CLS] W^o).
001:489/input ¦ bert ¦ [t_1, t_2] stands without [CLS] and [SEP], here and in lines 493, 502 and 506. ¦ It abbreviates line 471.
001:489/meaning ¦ bert ¦ What y = 1 means is not said. ¦ It is a matter of convention: the original's code and others differ.
001:489/pooler ¦ bert ¦ The original's layer with a tanh before it, and its bias, are not in it. ¦ It is left out, not asserted.
001:489/sigma ¦ bert ¦ σ is the logistic function here, a deviation in lines 200 and 424. ¦ A name is used anew; each formula is judged by itself.
001:489/subscript ¦ bert ¦ The index [CLS] stands for the row of that token, here and below. ¦ It is a matter of notation.
001:493 ¦ bert ¦ p(y = 1 | t_1, t_2) is that parameter.
001:496 ¦ retrieval ¦ Printed: "retreival"; in lines 508, 519 and 521 "skoring", "indivdual", "okeay" and "Representasion". ¦ It is a slip of spelling.
001:502 ¦ retrieval ¦ p(relevant | q, d) is Bernoulli with parameter σ(BERT([q, d])_[CLS] W^o).
001:502/unbound ¦ retrieval ¦ "Relevant" stands on the left of it, and a y on the right alone.
001:502/name ¦ retrieval ¦ q and d stand in italics on the left, in bold on the right. ¦ It is a slip of typesetting.
001:502/letters ¦ retrieval ¦ q and d are texts here; q is a query vector and d a width elsewhere. ¦ A name is used anew; each formula is judged by itself.
001:506 ¦ retrieval ¦ p(relevant = 1 | q, d) is that parameter.
001:508 ¦ retrieval ¦ It is used directly as a score.
001:511 ¦ retrieval ¦ BERT_DOT(q, d) is a similarity of the two [CLS] vectors.
001:511/name ¦ retrieval ¦ A general similarity is called DOT. ¦ It is a matter of names.
001:511/undefined ¦ retrieval ¦ f_sim is not defined; line 517 has one choice. ¦ It is left out, not asserted.
001:517 ¦ retrieval ¦ With a dot product it is BERT(q)_[CLS]^T BERT(d)_[CLS].
001:519/no-meaning ¦ retrieval ¦ An individual score has no meaning.
001:519/ranking ¦ retrieval ¦ That is enough for ranking.
001:521 ¦ contrastive ¦ The loss is called representation learning. ¦ It is a matter of names: the loss is one of several.
001:525 ¦ contrastive ¦ L = -log(exp f(x, x⁺) / (exp f(x, x⁺) + Σ_k exp f(x, x_k⁻))).
001:525/typesetting ¦ contrastive ¦ The arguments are printed x, , x⁺, here and in line 530.
001:525/undefined ¦ contrastive ¦ e_x is not defined; line 284 calls an embedding e.
001:525/name ¦ contrastive ¦ The loss is an italic L, which is the length elsewhere; n counts negatives here, and keys, data and blocks elsewhere; θ stands on the left alone. ¦ A name is used anew; each formula is judged by itself.
001:530 ¦ contrastive ¦ The same with dot products.
002:1/name ¦ feedforward ¦ The title and the aims say MLP, the text says FFN. ¦ It is a matter of names.
002:1/spelling ¦ encoder ¦ Printed: "Bulding Blocks". ¦ It is a slip of spelling.
002:3-8 ¦ heads ¦ What a reader is expected to learn. ¦ It is a list of aims.
002:3-8/unmet ¦ encoder ¦ Aims 1, 5 and 6 ask for what does not follow: a formula of the softmax, and a formula and code of the MLP. ¦ It is left out, not asserted.
002:9 ¦ encoder ¦ What the MLP processes is called the attention logits. ¦ It is a matter of names: the output of attention is meant, not its logits.
002:12/blocks ¦ encoder ¦ A Transformer is a stack of encoders and decoders, each block of self-attention and an FFN.
002:12/stack ¦ encoder ¦ A Transformer is a stack of encoders and decoders.
002:12/numbers ¦ embedding ¦ A sentence is turned into numbers before a Transformer processes it.
002:14/tokens ¦ embedding ¦ A sentence is split into tokens with unique ids.
002:14/meaning ¦ embedding ¦ Each token becomes an embedding that represents its meaning. ¦ Meaning is not defined.
002:14/input ¦ encoder ¦ The embeddings are the input of the first layer, self-attention.
002:14/ids ¦ embedding ¦ A token is said to have a unique id; a kind of token has one. ¦ It is a matter of names: two equal words of a sentence have one id.
002:14/collection ¦ encoder ¦ The embeddings of a sentence are called a collection; their rows have an order. ¦ It is a matter of names.
002:14/spelling ¦ embedding ¦ A word is missing before "merepresentasikan makna". ¦ It is a slip of spelling.
002:16/difference ¦ encoder ¦ Self-attention is the main difference from RNN and LSTM.
002:16/distance ¦ scaling ¦ Self-attention solves the problem of relating distant words.
002:16/brain ¦ encoder ¦ Self-attention is the brain of the Transformer. ¦ It is a figure of speech.
002:16/earlier ¦ encoder ¦ Attention is what earlier models did not have. ¦ It is history: recurrent nets had attention before; what is new is to do without recurrence.
002:16/word ¦ embedding ¦ Tokens, which line 14 names, are called words from here on. ¦ It is a matter of names.
002:16/example ¦ encoder ¦ Distant words are to be shown by an example of what "it" refers to, a few words away. ¦ It is an example of reference, not of distance.
002:17-19/ambiguity ¦ heads ¦ A machine resolves what "it" refers to thanks to self-attention. ¦ It is about trained models and language.
002:19/sees-all ¦ heads ¦ Every word sees all other words of the sentence at once.
002:19/spelling ¦ encoder ¦ Printed: "dimana", here and in lines 91, 93 and 97; in line 89 "didalamnya", in line 97 "Tujuanny". ¦ It is a slip of spelling.
002:19/mask ¦ encoder ¦ No mask is named here or below, though line 12 has a decoder. ¦ It is left out, not asserted.
002:21 ¦ heads ¦ A Transformer sees and weighs by three vectors: query, key and value.
002:23 ¦ lookup ¦ The query represents the word that seeks context. ¦ It says what a vector is for, not what it is.
002:23/active ¦ heads ¦ The current word actively seeks context. ¦ It is a figure of speech.
002:24 ¦ lookup ¦ The key is a label to be matched with a query. ¦ It says what a vector is for, not what it is.
002:25 ¦ lookup ¦ The value is what is taken if its key matches the query.
002:25/meaning ¦ lookup ¦ The value holds the real meaning of the word. ¦ Meaning is not defined.
002:28 ¦ heads ¦ The embeddings are projected by three learned matrices, not used directly.
002:28/each-word ¦ heads ¦ Three different projections are said to be made for each word; the three matrices are the same for all words. ¦ It is a matter of names.
002:28/name ¦ heads ¦ Wq, Wk and Wv of the text and W^Q, W^K and W^V of the formulas are one. ¦ It is a matter of names.
002:28/typesetting ¦ heads ¦ The paragraphs under the numbers of the list are not indented, here and below. ¦ It is a slip of typesetting.
002:29-31 ¦ heads ¦ Q = X W^Q, K = X W^K, V = X W^V.
002:33/dot ¦ scores ¦ A score is the dot product of a query with every key, its own included.
002:33/larger ¦ softmax ¦ The larger the score, the stronger the relevance.
002:33/others ¦ scores ¦ Every other word, itself included: the two contradict each other. ¦ It is a slip of words: every word is meant.
002:35 ¦ scaling ¦ The division is called a normalisation. ¦ It is a matter of names: softmax normalises, the division scales.
002:36/large ¦ scaling ¦ Dot products can be very large, which causes trouble in training.
002:36/range ¦ scaling ¦ Dividing by sqrt(d_k) keeps scores in a reasonable range.
002:36/trouble ¦ scaling ¦ Very large dot products cause trouble in training.
002:38/range ¦ softmax ¦ Softmax gives values between 0 and 1.
002:38/sum ¦ softmax ¦ Softmax gives values that sum to 1.
002:38/logits ¦ softmax ¦ Softmax turns logits into a probability distribution, the attention weights.
002:38/normalised ¦ scores ¦ The divided scores are called normalised, and raw in the same sentence. ¦ It is a matter of names: softmax normalises, the division scales.
002:38/spelling ¦ softmax ¦ Printed: "digunakan lah" and "untuk didapatkan". ¦ It is a slip of spelling.
002:38/names ¦ softmax ¦ The documents call f a score (001:10) and a weight (000:31), the output a score (001:29), and divided scores logits (here). ¦ A name is used anew; each formula is judged by itself.
002:40/sum ¦ lookup ¦ The output is the sum of the values times the weights.
002:40/relevant ¦ lookup ¦ The output is enriched with information from the most relevant words.
002:40/enriched ¦ lookup ¦ The new vector is called an enriched one; the old one stays in it only by the sum with the input, which is not said. ¦ It is a figure of speech.
002:45-58 ¦ heads ¦ The program's inputs: X of 3 tokens and 4 columns, and seeded normal W_q, W_k, W_v.
002:47/positions ¦ encoder ¦ The example's X has no positions, a constant column being none. ¦ It is left out, not asserted.
002:53 ¦ heads ¦ In a real model the three matrices are trained.
002:54 ¦ heads ¦ The seeded numbers are the same at every run.
002:55/width ¦ heads ¦ d_k is d_model, as in a single head.
002:60-66 ¦ heads ¦ The program's Q, K and V.
002:68-70 ¦ heads ¦ The program's scores Q K^T / sqrt(d_k).
002:71 ¦ softmax ¦ Softmax by row makes each row sum to 1.
002:72-84/indentation ¦ heads ¦ The program is Python as it stands, its indentation lost.
002:72-75 ¦ softmax ¦ The program's softmax subtracts the row's maximum first, for numerical stability.
002:76-80 ¦ heads ¦ The program's weights and context vectors.
002:82-84 ¦ heads ¦ The program's most attended token of each row, by argmax.
002:82-84/numbers ¦ heads ¦ The last lines call a token by the number that the comments of lines 49-51 gave it.
002:82-84/random ¦ heads ¦ The projections are random, so which token is attended to most tells nothing; argmax names one of equals. ¦ It is left out, not asserted.
002:87/gathers ¦ feedforward ¦ Attention gathers information from neighbours; the FFN works on each position alone.
002:87/parameters ¦ feedforward ¦ The FFN adds parameters to learn.
002:87/purpose ¦ feedforward ¦ Its main purpose is to add capacity by them. ¦ It says what the net is for, and no measure of capacity is given.
002:87/nonlinear ¦ feedforward ¦ The non-linearity allows more than linear combinations.
002:87/input ¦ encoder ¦ The input of the FFN is the output of self-attention.
002:87/neighbours ¦ heads ¦ Attention gathers information from neighbours.
002:87/deeper ¦ feedforward ¦ The net lets the model think about the information more deeply. ¦ No measure of understanding is given.
002:87/curved ¦ feedforward ¦ The non-linearity gives curved patterns.
002:89 ¦ feedforward ¦ The FFN has two linear layers separated by a non-linear activation.
002:91/widen ¦ feedforward ¦ In the original paper the width 512 is enlarged to 2048. ¦ It is history: section 3.3 of that paper says so.
002:91/linear ¦ feedforward ¦ The first layer is a linear transformation.
002:91/title ¦ feedforward ¦ The paper is quoted as "Attention All You Need". ¦ It is a slip of quotation: "Attention Is All You Need" is meant.
002:91/room ¦ feedforward ¦ The widening gives room to separate features. ¦ No measure of room is given.
002:93 ¦ feedforward ¦ The activation is ReLU, GELU or another.
002:93/original ¦ feedforward ¦ ReLU and GELU stand side by side; the paper of line 91 has ReLU alone. ¦ It is history: section 3.3 of that paper says so.
002:95 ¦ feedforward ¦ Without the activation the FFN is one linear operation.
002:95/affine ¦ feedforward ¦ A map with a constant term is called linear. ¦ It is a matter of names, as is usual for layers.
002:95/kink ¦ feedforward ¦ The activation makes a kink. ¦ It is a figure of speech; ReLU has a kink, GELU has none.
002:95/model ¦ feedforward ¦ One linear operation limits very much what the model can learn. ¦ No measure of learning is given; the net would be affine, the model not, for its softmax and its norms.
002:97/linear ¦ feedforward ¦ The second layer is a linear transformation.
002:97 ¦ feedforward ¦ The second layer projects back to the original width, to fit the next block.
002:97/residual ¦ encoder ¦ That the output is first added to the input of the net is not said. ¦ It is left out, not asserted.
003:5/no-recurrence ¦ encoder ¦ The Transformer solves translation without RNN and CNN.
003:5/attention-alone ¦ encoder ¦ It uses attention alone instead.
003:5/proposed ¦ encoder ¦ "Attention Is All You Need" proposed the Transformer. ¦ It is history.
003:10 ¦ encoder ¦ The representative earlier model is Seq2seq. ¦ It is history.
003:12/operations ¦ encoder ¦ Seq2seq with attention needs many operations.
003:12/lighter ¦ encoder ¦ The Transformer is light and performs well, as experiments show. ¦ It rests on experiments.
003:12/rnn ¦ encoder ¦ Seq2seq uses RNNs, and attention was added later. ¦ It is history.
003:12/reason ¦ encoder ¦ Its many operations are the reason why the Transformer uses no RNN or CNN. ¦ It is history: section 1 of the paper gives another reason, that steps wait for each other.
003:12/seq2seq ¦ encoder ¦ Seq2seq is called a model that uses RNNs; it is the name of a task, which the Transformer solves too. ¦ It is a matter of names.
003:18-22 ¦ encoder ¦ The drawing has the encoder on the left and the decoder on the right. ¦ It is about the layout of a drawing.
003:18-22/captions ¦ encoder ¦ The drawings, here and below, have no captions. ¦ It is left out, not asserted.
003:24 ¦ heads ¦ It uses scaled dot-product attention and multi-head attention.
003:25 ¦ encoder ¦ It is easy to compute in parallel.
003:26 ¦ position ¦ It uses positional encoding to express the positions of words.
003:26/word ¦ position ¦ Positions are called those of words; those of tokens are meant. ¦ It is a matter of names.
003:34 ¦ embedding ¦ Input and output are one-hot vectors of words.
003:40 ¦ embedding ¦ The embedding reduces the dimension of one-hot vectors.
003:46/relative ¦ position ¦ A unique vector is made by the relative position in the sequence.
003:46/added ¦ position ¦ That vector is added to the embedding.
003:46/unique ¦ position ¦ The vector of a position is unique.
003:46/name ¦ position ¦ The word for a unique vector is also that for an eigenvector. ¦ It is a matter of names.
003:50 ¦ position ¦ PE(pos, 2i) = sin(pos / 10000^{2i/d_model}).
003:50/letters ¦ position ¦ pos, i and d_model are not explained. ¦ It is left out, not asserted.
003:50/index ¦ position ¦ i counts pairs of columns here, columns in 001:308. ¦ A name is used anew; each formula is judged by itself.
003:50/typesetting ¦ position ¦ sin and cos stand in italics. ¦ It is a slip of typesetting.
003:52 ¦ position ¦ PE(pos, 2i+1) = cos(pos / 10000^{2i/d_model}), with a misplaced bracket.
003:52/typesetting ¦ position ¦ A brace and a bracket are crossed.
003:58-60 ¦ heads ¦ The drawing of multi-head attention.
003:58/formula ¦ heads ¦ Multi-head and scaled dot-product attention stand as drawings, without a formula. ¦ It is left out, not asserted.
003:66-68 ¦ heads ¦ The drawing of scaled dot-product attention.
003:66-68/order ¦ heads ¦ It comes after multi-head attention, which is made of it. ¦ It is a matter of style.
003:74-76 ¦ decoder ¦ The drawing of masked multi-head attention is that of multi-head attention.
003:74-76/cross ¦ decoder ¦ Attention to the encoder has no section, nor does the mask have words. ¦ It is left out, not asserted.
003:82 ¦ feedforward ¦ Why there is a feed-forward net is not understood: a question. ¦ A question asserts nothing.
003:88 ¦ normalization ¦ Input and output of the feed-forward net are added, then layer-normalised.
003:88/everywhere ¦ encoder ¦ That Add & Norm stands after attention too is not said. ¦ It is left out, not asserted.
003:88/open ¦ normalization ¦ Layer normalization is to be written up later. ¦ It is a note of the author's.
003:94 ¦ decoder ¦ A linear map to the number of output words, then softmax, classifies the word.
004:9-10 ¦ heads ¦ Programs of multi-head attention, with and without mask, are announced, and do not follow. ¦ It is left out, not asserted.
004:16 ¦ heads ¦ Self-attention applies attention within one set of vectors.
004:16/set ¦ heads ¦ Self-attention works on a set of vectors.
004:18 ¦ heads ¦ The input vectors play different roles.
004:18/situations ¦ heads ¦ Which role a vector plays depends on the situation; the projections by which it plays all three at once are not named. ¦ It is a matter of names.
004:20 ¦ scores ¦ A query is compared with keys by inner product.
004:20/similarity ¦ scores ¦ The inner product is called a similarity. ¦ It is a matter of names: a key twice as long has twice the product.
004:21 ¦ lookup ¦ A key decides, by the softmax of its inner product with the query, the weight of its value.
004:21/similarity ¦ softmax ¦ The number after the softmax is called a similarity. ¦ It is a matter of names: it is the weight.
004:22 ¦ lookup ¦ The values are weighted by query and key.
004:24/larger ¦ softmax ¦ Softmax gives larger values a larger share.
004:24/unit ¦ scaling ¦ Dividing by sqrt(d_k) makes the variance 1, independent of the size.
004:24/reason ¦ scaling ¦ Scores are divided because softmax gives larger values a larger share. ¦ It is a reason; that softmax keeps the order holds with and without the division.
004:24/width ¦ scaling ¦ d_k is the width after the projections, and of a single head in lines 50-51; in 001:14-159 before the projections. ¦ A name is used anew; each formula is judged by itself.
004:24/reasons ¦ scaling ¦ The documents give four reasons for the division: small weights (000:68), small gradients (001:213), a range (002:36), the variance 1 (here). ¦ Each reason is judged at its line.
004:25 ¦ heads ¦ A(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.
004:25/name ¦ heads ¦ It is called A here and Attention in line 51; Q, K and V are projected here, and not yet there. ¦ A name is used anew; each formula is judged by itself.
004:25/typesetting ¦ heads ¦ The formulas, here and in lines 24, 50 and 51, are pictures that another site has to draw. ¦ It is a slip of typesetting.
004:29/all ¦ heads ¦ Each encoding considers every input.
004:29/network ¦ heads ¦ A neural network decides the weights.
004:29/hidden ¦ heads ¦ "A neural network" suggests a hidden layer, or an activation; the weights come from two linear projections, their inner products and softmax. ¦ It is a matter of names.
004:30 ¦ scaling ¦ However long the sequence and distant the step, there is no loss of information.
004:34 ¦ encoder ¦ A Transformer repeats one block.
004:36-44 ¦ encoder ¦ A block is attention, residual, norm, feed-forward, residual, norm, in that order.
004:36-44/spelling ¦ encoder ¦ Printed: "blcok"; in lines 55 and 89 "nomalization" and "nomalize". ¦ It is a slip of spelling.
004:36-44/places ¦ encoder ¦ Sum and norm follow each layer here; 003:88 has them after the net alone, 001:441 has a norm within the net's argument. ¦ Each is judged at its line.
004:36-44/kind ¦ encoder ¦ The block is the encoder's; the decoder's, with three layers, is not named here. ¦ It is a matter of names.
004:48 ¦ heads ¦ Multi-head attention makes several heads and joins them.
004:49 ¦ heads ¦ It is used to extract different aspects in parallel. ¦ It says what heads are for, not what they do.
004:50-51 ¦ heads ¦ MultiHead concatenates Attention(Q W_i^Q, K W_i^K, V W_i^V) and multiplies by W^O.
004:50-51/sizes ¦ heads ¦ The sizes of the projections and of W^O, and h itself, are not given. ¦ It is left out, not asserted.
004:50-51/name ¦ heads ¦ MultiHead takes Q, K and V before their projections here and in 001:224; in 000:79 it takes X alone. ¦ A name is used anew; each formula is judged by itself.
004:55 ¦ normalization ¦ Each word vector gets mean 0 and variance 1.
004:55/word ¦ normalization ¦ The rows are called word vectors, in every block. ¦ It is a matter of names.
004:56/names ¦ normalization ¦ An affine map a x + b follows, a being called variance and b mean.
004:56/per-node ¦ normalization ¦ a and b are per node.
004:60 ¦ position ¦ Positional encoding is used to take order into account.
004:60/word ¦ position ¦ What positional encoding brings in is called information on the sequence. ¦ It is a matter of names: order is meant.
004:61 ¦ position ¦ There are as many sines and cosines of different periods as dimensions, added as constants.
004:61/constants ¦ position ¦ The sines and cosines are added to the input vectors, and are not learned.
004:65 ¦ decoder ¦ Generation starts from the SOS token, one token after the other.
004:65/end ¦ decoder ¦ How generation ends is not said. ¦ It is left out, not asserted.
004:67-78 ¦ decoder ¦ The decoder block: masked attention, cross attention, feed-forward, each with residual and norm; then linear and softmax.
004:67-78/loop ¦ decoder ¦ All of that, linear and softmax included, stands in one loop.
004:82 ¦ decoder ¦ Queries come from the decoder, keys and values from the encoder's last vectors.
004:82/names ¦ decoder ¦ Cross-attention is called multi-head attention, and masked multi-head attention masked self-attention. ¦ It is a matter of names.
004:82/left-out ¦ decoder ¦ The projections, and the mask of the source's padding, are not mentioned. ¦ It is left out, not asserted.
004:86 ¦ decoder ¦ The mask is used since later inputs are unknown in use.
004:88-89 ¦ decoder ¦ All is put in; what lies after the present step is left out and the rest normalised.
004:88-89/floats ¦ softmax ¦ What remains is divided after the softmax, where in floating point it may be 0. ¦ It is a matter of programs: over the reals it is the same as masking the scores.
004:91-95 ¦ decoder ¦ The worked weights before masking.
004:91-95/labels ¦ decoder ¦ SOS heads a row and a column, where other rows are queries and other columns keys. ¦ It is a matter of notation.
004:97-101 ¦ decoder ¦ The worked weights after masking.
004:97-101/crosses ¦ decoder ¦ X stands for the weight 0. ¦ It is a matter of notation.
"""

STATEMENTS = tuple(Statement(*line.split(" ¦ ")) for line in _TABLE.strip().splitlines())
_BY_KEY = {each.key: each for each in STATEMENTS}


def statement(key: str) -> Statement:
    """Return the statement with this key."""
    if key not in _BY_KEY:
        near = difflib.get_close_matches(key, _BY_KEY, n=3, cutoff=0.3)
        raise KeyError(f"there is no statement '{key}'; the nearest: {', '.join(near)}")
    return _BY_KEY[key]
