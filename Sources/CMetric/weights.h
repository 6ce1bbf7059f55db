// The numbers of SSIMULACRA 2.1.
#ifndef ALCEDO_METRIC_WEIGHTS_H
#define ALCEDO_METRIC_WEIGHTS_H

enum { PLANES = 3, SCALES = 5 };

// What a difference is made of, on one scale of one plane: the mean of a map, or its fourth-power mean.
enum { SIMILARITY, RINGING, BLUR, SIMILARITY_4, RINGING_4, BLUR_4, TERMS };

// X (red and green), Y (brightness), B (blue), each from the picture's own size down to a 16th of it. Of the 108 published
// weights those below 0.01 are 0 here, and on a 32nd there is none above.
static const double WEIGHTS[PLANES][SCALES][TERMS] = {
    {
        {0},
        {0, 0, 0, 1.1041726426657346, 0, 0},
        {0, 0, 0, 1.8422455520539298, 11.441172603757666, 0},
        {0, 0, 0, 1.8787594979546387, 10.94906990605142, 0},
        {0, 0.9677937080626833, 0, 0, 0.9981766977854967, 0},
    },
    {
        {0, 0, 0, 7.466890328078848, 0, 17.445833984131262},
        {0, 0, 0, 6.683678146179332, 0, 1.027889937768264},
        {225.20515300849274, 0, 0, 19.213238186143016, 0, 0},
        {176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0},
        {0, 0, 0, 34.77906344483772, 44.835625328877896, 0},
    },
    {
        {0},
        {0},
        {0},
        {0, 0, 0, 8.826982764996862, 23.19243343998926, 0},
        {95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0, 171.2667255897307, 0.9807858872435379},
    },
};

// From the weighted sum to the score.
static const double
    SUM_FACTOR = 0.9562382616834844,
    LINEAR_FACTOR = 2.326765642916932, SQUARE_FACTOR = -0.020884521182843837, CUBE_FACTOR = 6.248496625763138e-05,
    SCORE_POWER = 0.6276336467831387, SCORE_FACTOR = 10;

#endif
